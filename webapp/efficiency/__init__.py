"""How a hand is best played on (牌効率): shanten, ukeire, waits, and what every discard leads to. Pure and exact.

Nothing here knows of the web, of files or of the clock; what a complete hand is worth is asked of `webapp.scoring`.
The modules build on one another in this order, and import only what stands before them::

    holding → suits → special_hands → shanten → waits, worth → last_draws → levels → prospect → discards → turns

The definitions stand in `DISCARDS.md` beside this file; their source is koba's 牌姿の評価値.
"""
