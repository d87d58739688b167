"""Text and values. Each format is read and written by one module, and no other module knows the names of its fields.

The modules build on one another in this order, and import only what comes before them::

    fields, form_key, player_results, result_summary → rules → address, case, record → answers, game, line,
    settlement → game_file → group_file

A reader returns a value and its problems; it does not score. No format knows the reader's language.
"""
