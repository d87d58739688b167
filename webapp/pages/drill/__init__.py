"""Practice: the questions of a set, one a page, and the judgement of each answer.

The modules build on one another in this order, and import only what comes before them::

    address → question → questions_json → drill_page

`address` reads and writes the addresses, `question` is the view, `questions_json` is what the API answers. The
questions are made by `webapp.drill`.
"""
