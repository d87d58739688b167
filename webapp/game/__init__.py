"""A game of four or three at a table, from the first deal to the ranking: events in, state out. Pure and exact.

Nothing here knows about the web, files or the clock, and nothing is random: the same rules and the same log give the
same state on every device, so undo, correction, live view, course and chart are all replays of the log.
`webapp.scoring` says what a hand is worth and who pays whom. The modules build on one another in this order, and import
only what comes before them::

    rules → events → state → worth, result → refusals, ending, hand_values → hands → log
    → outlook, late, outcomes → needs → aims, places

How a page uses it::

    rules = GAME_PRESETS["house"]                 # or formats.rules.read_game_rules
    replayed = replay(rules, events)              # replayed.game, replayed.states, replayed.kept, replayed.problems
    replayed.game.state                           # all that a table shows: points, dealer, seat(player), honba …
    played = play(replayed.game, Riichi(2))       # one more event: played.game, or played.problems
    event_json(played.event)                      # what is to be kept (formats.game): a win has its basic points
    look = preview(replayed.game, event)          # what an event would do, before it is applied
    result(replayed.game.state).standings         # the ranking, at any time
    needed = needs(replayed.game.state)[2]        # what player 2 needs in this hand: needed.goals, needed.draws …
    aim(replayed.game.state, needed)              # the same, short enough for their seat

An impossible event is refused: it changes nothing, and problems with a code say why. Nothing raises. RULES.md has the
rules, and decides each point that programs get wrong.
"""
