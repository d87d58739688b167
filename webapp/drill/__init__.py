"""Practice: hands made for a learner, what is asked about them, and what an answer missed.

Questions are for ever: the same version, kind, level and seed give the same questions on every machine. Nothing here
uses a random generator of Python's. Answers are the engine's. A module imports only modules that stand before it in
this order::

    stream → patterns → dealing → topics → levels → questions → choices → judgement
"""
