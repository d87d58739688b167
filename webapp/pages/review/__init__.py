"""The log of an online game: read, checked and judged. Nothing of it is kept.

The modules build on one another in this order, and import only what comes before them::

    log_text → judging, reviewed_hands → review_json → review_page

`log_text` unpacks what was sent, `judging` runs in a worker process, `reviewed_hands` is the view. The formats of logs
are in `webapp.records`.
"""
