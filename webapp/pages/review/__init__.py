"""The log of an online game: read, checked and judged. Nothing of it is kept.

The modules build on one another in this order, and import only what comes before them::

    log_text, chosen_rules → judging, hand_link, kept_logs, reviewed_hands → review_case, review_json
    → review_page

`log_text` unpacks what was sent, `judging` runs in a worker process, `hand_link` is the address of one judged hand,
`kept_logs` makes games of logs, `reviewed_hands` is the view, `review_case` is what the API is asked for. The formats
of logs are in `webapp.records`, that of a saved review is in `webapp.formats.record`.
"""
