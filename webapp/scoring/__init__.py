"""The scoring engine: what a win is worth and who pays whom. Exact, and without side effects.

Nothing here knows about the web, files or the clock: frozen values go in, new values come out. A module imports only
modules that come before it in this order::

    problems, key_enum, tiles → blocks → notation, switches → rules → table → hand → checks, decompose
    → reading, facts → registry, fu, dora, common → yaku, local_yaku → awards → near, points → pao → payments → score
    → settlement
"""
