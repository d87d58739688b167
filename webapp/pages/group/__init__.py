"""Groups of people who play again: members, seasons, standings, and the games that they keep.

The modules build on one another in this order, and import only what comes before them::

    readers   forms
    views     member_figures, running_tables
    writers   csv_tables, group_text, member_picture
    routes    opened_group → group_page, new_game_page, games_page, members_page, settings_page, files_page,
              add_game_page

`opened_group` has what all routes share. The file of a group is read and written by `formats.group_file`.
"""
