"""What a win is worth: the whole of the game's scoring, pure and exact.

Nothing here knows of the web, of files or of the clock: frozen values go in, new values come out. The modules build
on one another in this order, and import only what stands before them::

    problems, tiles → blocks → notation → rules → table → hand → checks, decompose → reading → registry, fu, dora
    → yaku, local_yaku → awards → near, points → pao → payments → score → settlement, examples
"""
