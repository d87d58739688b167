"""A game of four or three at a table, from the first deal to the ranking: events in, state out. Pure and exact.

Nothing here knows about the web, files or the clock, and nothing is random: the same rules and the same log give the
same state on every device, so undo, correction, live view, course and chart are all replays of the log.
`webapp.scoring` says what a hand is worth and who pays whom. The modules build on one another in this order, and import
only what comes before them::

    rules → events → state → worth, result → refusals, ending → hands → log → outlook, late

How a page uses it::

    rules = GAME_PRESETS["house"]                 # or inputs.game.read_game_rules
    replayed = replay(rules, events)              # replayed.game, replayed.states, replayed.kept, replayed.problems
    replayed.game.state                           # all that a table shows: points, dealer, seat(player), honba …
    played = play(replayed.game, Riichi(2))       # one more event: played.game, or played.problems
    event_json(played.event)                      # what is to be kept (outputs.game): a win has its basic points
    look = preview(replayed.game, event)          # what an event would do, before it is applied
    result(replayed.game.state).standings         # the ranking, at any time

An impossible event is refused: it changes nothing, and problems with a code say why. Nothing raises. RULES.md has the
rules, and decides each point that programs get wrong.
"""

from webapp.game.events import (
    Adjust,
    Amend,
    Chips,
    Chombo,
    Draw,
    End,
    Event,
    HanFu,
    Happening,
    LiablePlayer,
    Player,
    Points,
    Redo,
    Riichi,
    Undo,
    Win,
    Withdraw,
    Won,
    Yakuman,
)
from webapp.game.hands import with_riichi
from webapp.game.late import rival, twin
from webapp.game.log import Game, Moment, Played, Replay, moment_after, play, replay
from webapp.game.outlook import Change, Preview, changes, differences, preview, to_check
from webapp.game.result import Result, Standing, ranking, ranks, result
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, UNSURE, GameRules, rules_problems
from webapp.game.state import Hand, State, Transfer, start
from webapp.game.worth import possible_points

__all__ = [
    "GAME_PRESETS",
    "GAME_SWITCHES",
    "UNSURE",
    "Adjust",
    "Amend",
    "Change",
    "Chips",
    "Chombo",
    "Draw",
    "End",
    "Event",
    "Game",
    "GameRules",
    "HanFu",
    "Hand",
    "Happening",
    "LiablePlayer",
    "Moment",
    "Played",
    "Player",
    "Points",
    "Preview",
    "Redo",
    "Replay",
    "Result",
    "Riichi",
    "Standing",
    "State",
    "Transfer",
    "Undo",
    "Win",
    "Withdraw",
    "Won",
    "Yakuman",
    "changes",
    "differences",
    "moment_after",
    "play",
    "possible_points",
    "preview",
    "ranking",
    "ranks",
    "replay",
    "result",
    "rival",
    "rules_problems",
    "start",
    "to_check",
    "twin",
    "with_riichi",
]
