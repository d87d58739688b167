"""A game at the table, on all phones: its pages, how a hand is entered, and how a phone learns of a change.

The modules build on one another in this order, and import only what comes before them::

    readers   forms → entry_steps → tiles_step; final_points
    views     event_summary, pao_choices, points_choices → course, outcome, standings, table_view
              → announcement, late_taps
    writers   csv_table, game_text, game_picture, needed_text, rules_in_words → needed_view
    routes    kept_games → other_tables → opened_game
              → new_game_page, final_points_page, table_page, hand_entry_page, result_page, needed_page, join_page,
                next_game_page

`opened_game` has what all routes share, `kept_games` the store and the names, and `other_tables` the way to other
games. `game_cache` keeps the games that were replayed last, `long_polling` holds a request until something changes.
Events are read and written by `formats.game`.
"""
