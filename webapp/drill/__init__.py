"""Practice: hands dealt for a learner, questions about them, and the mistakes in an answer.

Questions never change: the same version, kind, level and seed give the same questions on every machine. So nothing here
uses Python's random generators. The engine gives the right answers. A module imports only modules that come before it
in this order::

    stream → patterns → dealing → topics → levels → questions → choices → judgement
"""
