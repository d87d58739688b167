"""Tile efficiency (牌効率): shanten, ukeire, waits, and the outcome of every discard. Pure and exact.

Nothing here knows about the web, files or the clock; `webapp.scoring` says what a complete hand is worth. The modules
build on one another in this order, and import only what comes before them::

    holding → suits → special_hands → shanten → waits, worth → last_draws → levels → prospect → discards → turns

`DISCARDS.md` in this folder has the definitions; their source is koba's 牌姿の評価値.
"""
