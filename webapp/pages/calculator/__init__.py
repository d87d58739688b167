"""The calculator: its page, the keys, the answer, and how a result is shared.

The modules build on one another in this order, and import only what comes before them::

    readers   buttons, last_hands_link, paste → copied_text
    views     meld_layout → reading → win, advice, other_players → answer, discard_values, flag_switches, palette
              → sheet, example_hand, last_hands, panels
    writers   result_text, result_picture
    routes    calculator_page, last_hands_page, preview_page, share_page

A view does not import a reader. An address is read by `formats.address`.
"""
