"""The pages on which a hand of a game is entered: a win, in steps or by its tiles; a draw or a chombo. They show what
the hand would do."""

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.entry import Entry
from webapp.formats.address import form_fields, query, query_as_tapped
from webapp.formats.game import event_json
from webapp.game.ending import is_last_hand
from webapp.game.events import Player, Riichi, Withdraw
from webapp.game.hands import with_riichi
from webapp.game.state import State
from webapp.game.worth import basic_of
from webapp.language.i18n import language_field
from webapp.pages.calculator.advice import without_values
from webapp.pages.calculator.panels import panels_of
from webapp.pages.calculator.sheet import Sheet, sheet_of
from webapp.pages.game.announcement import summary_at
from webapp.pages.game.entry_steps import (
    STEP,
    DrawStep,
    WinStep,
    prefixed,
    read_adjust_step,
    read_draw_step,
    read_win_step,
    unprefixed,
)
from webapp.pages.game.kept_games import earlier_sums
from webapp.pages.game.opened_game import Opened, new_blueprint, opened_to_write, redirect_to_table, render_game_page
from webapp.pages.game.outcome import Outcome, outcome_of
from webapp.pages.game.pao_choices import LiableChoice, liable_choices
from webapp.pages.game.points_choices import YAKUMAN_CHOICES, chip_choices, figures_of, han_fu_of, limits_of
from webapp.pages.game.tiles_step import (
    HandStep,
    own,
    read_hand_step,
    step_of_calculator,
    win_address,
    with_indicators_of,
    with_laid_stick,
)
from webapp.scoring.hand import WinningHand

blueprint = new_blueprint("game_steps")
#: The parts of a game in the calculator's page: what applying the hand does, and one more winner.
AT_TABLE = {"deltas": "game/_deltas.html", "below_answer": "game/_doing.html"}
AnyStep = TypeVar("AnyStep", WinStep, DrawStep)
blueprint.add_app_template_filter(event_json)


# -- a win -----------------------------------------------------------------------------------------


@blueprint.get("/<secret>/win")
def win(secret: str) -> BaseResponse | str:
    """A win in steps: who, from whom, how many points; then what it does."""
    game = opened_to_write(secret)
    step = read_win_step(request.args, game.log.rules)
    if _is_entered(game, step):
        return redirect_to_table(secret, step.after)
    before = _before(game, step)
    step = _with_possible_worth(step, before)
    liable: tuple[LiableChoice, ...] = ()
    if step.won:
        liable = liable_choices(before, step.won.player, step.source, step.entered)
    usual = next((one.liable for one in liable if one.is_usual), None)
    step = step if liable and step.liable is not None else step.changed(liable=usual)
    is_answered = not liable or step.liable in [one.liable for one in liable]
    return render_game_page(
        "game/win.html",
        game,
        step=step,
        liable=liable,
        chips=chip_choices(step.won, before.rules),
        **_one_more(step, before),
        sticks=_sticks(game, step),
        before=before,
        outcome=_outcome(game, step) if is_answered else None,
        winners=[game.names[won.player] for won in step.earlier],
        others=_others(step),
        dropped=_dropped(step),
        previous=win_address(step.previous) if step.previous else None,
        was=summary_at(game.log.line, step.amend, game.names) if step.amend else None,
        **_choices(game, step, before),
    )


def _with_possible_worth(step: WinStep, before: State) -> WinStep:
    """A correction keeps the worth that was entered if the winner who is chosen now can have it."""
    if not step.amend or step.player is None or step.is_tsumo is None:
        return step
    is_possible = basic_of(step.entered, before, step.player, is_tsumo=step.is_tsumo) is not None
    return step if is_possible else step.changed(entered=None)


def _one_more(step: WinStep, before: State) -> dict[str, object]:
    """Values for the templates: whether one more ron would mean one more winner, or a draw."""
    most = before.rules.scoring.multiple_ron
    is_draw = "triple_ron" in before.rules.abortive_draws and step.is_draw_with_one_more(most)
    return {"most_winners": most, "is_draw_with_one_more": is_draw}


def _others(step: WinStep) -> list[tuple[Player | None, str]]:
    """The other winners on the same discard, each with the address of their page; none before this one is entered."""
    return [(other.player, win_address(other)) for other in step.others]


def _dropped(step: WinStep) -> str | None:
    """The address of the page of the winner entered before, without this one; None if there is none."""
    return win_address(step.dropped) if step.dropped else None


def _choices(game: Opened, step: WinStep, before: State) -> dict[str, object]:
    """Values for the templates: the choices of the next step, each player with the address that it leads to. Player
    None stands for tsumo."""
    players = [player for player in range(before.rules.players) if player not in step.taken]
    if step.player is None:
        winners = [player for player in players if not step.earlier or player != step.source]
        steps = [step.changed(player=player, liable=None) for player in winners]
        return {"who": [(other.player, _next(game, other)) for other in steps]}
    if step.is_tsumo is None:
        sources = [None, *(player for player in players if player != step.player)]
        steps = [step.changed(is_tsumo=source is None, source=source, liable=None) for source in sources]
        return {"sources": [(other.source, _next(game, other)) for other in steps]}
    figures = figures_of(before, step.player, is_tsumo=step.is_tsumo)
    grid = han_fu_of(before, is_tsumo=step.is_tsumo)
    limits = limits_of(before)
    return {
        "at_tiles": _next(game, step.changed(how="tiles")),
        "figures": figures,
        "grid": grid,
        "limits": limits,
        "yakuman": YAKUMAN_CHOICES,
    }


# -- a win by its tiles ----------------------------------------------------------------------------


@blueprint.get("/<secret>/hand")
def hand(secret: str) -> BaseResponse | str:
    """The calculator within a game. Its answer can be applied to the game. An address without a step has a hand of the
    calculator outside of the game, which is taken over."""
    game, step = _step(secret, request.args)
    if _is_entered(game, step):
        return redirect_to_table(secret, step.after)
    if step.player is None or step.is_tsumo is None:
        return redirect(_next(game, step_of_calculator(request.args, game.state)), 303)
    return render_game_page("game/hand.html", game, **_sheet(game, step, _read(game, step, request.args)))


@blueprint.post("/<secret>/hand")
def tapped(secret: str) -> BaseResponse:
    """The answer to a tap: fragments for htmx, else the page's new address. If the hand of this step is over, leads to
    the table, which says so."""
    game, step = _step(secret, request.form)
    if _is_entered(game, step):
        table = redirect_to_table(secret, step.after)
        return Response(headers={"HX-Redirect": table.location or ""}) if "HX-Request" in request.headers else table
    if step.player is None or step.is_tsumo is None:
        abort(400)
    read = _read(game, step, request.form)
    if "HX-Request" not in request.headers:
        return redirect(_address(game, step, query_as_tapped(own(read.entry))), 303)
    values = _sheet(game, step, read._replace(entry=read.entry.settled()))
    response = make_response(render_game_page("game/_hand_answer.html", game, **values))
    response.headers["HX-Replace-Url"] = str(values["address"])
    return response


def _step(secret: str, form: Mapping[str, str]) -> tuple[Opened, WinStep]:
    game = opened_to_write(secret)
    return game, read_win_step(unprefixed(STEP, form), game.log.rules).by_tiles


def _read(game: Opened, step: WinStep, form: Mapping[str, str]) -> HandStep:
    return read_hand_step(form, step, _before(game, step))


def _sheet(game: Opened, step: WinStep, read: HandStep) -> dict[str, Any]:
    """The values for the calculator's templates, and what applying the hand would do."""
    before = _before(game, step)
    cleared = _cleared(read.entry, step, before)
    sheet = sheet_of(read.entry, read.problems, without_values)
    form = form_fields(read.entry) | language_field()
    own_query = query(own(read.entry))
    sources = [(source, _address(game, other, own_query)) for source, other in _sources(game, step)]
    step = _complete(step, read, sheet)
    outcome = _outcome(game, step)
    return {
        "sheet": sheet,
        "panels": panels_of(form, sheet.flags, request.form),
        "form": form,
        "link": own_query,
        "address": _address(game, step, own_query),
        "score_at": url_for("game_steps.tapped", secret=game.secret),
        "at_table": AT_TABLE,
        "game_id": game.record.id,
        "step": step,
        "step_fields": prefixed(STEP, step.by_tiles.fields),
        "sources": sources,
        "others": _others(step),
        "dropped": _dropped(step),
        "previous": _previous(game, step, own(read.entry)),
        "anew": _anew(game, step, own(read.entry)),
        "before": before,
        "cleared": cleared,
        "cleared_address": _address(game, step, query(own(cleared))),
        **_one_more(step, before),
        "outcome": outcome,
        "sticks": {player: (lies, _address(game, other, own_query)) for player, lies, other in _chosen(game, step)},
        "stick": _stick(step, before, outcome),
    }


def _cleared(entry: Entry, step: WinStep, before: State) -> Entry:
    """The entry with which the step begins, with the indicators that were entered: they are those of the hand that is
    played."""
    begun = read_hand_step({}, step, before).entry
    return begun.with_indicators("dora", entry.table.dora).with_indicators("ura", entry.ura).settled()


def _sources(game: Opened, step: WinStep) -> list[tuple[Player | None, WinStep]]:
    """The players who can have dealt in (None: tsumo) as they sit, seen from the winner: left, across, right; each with
    the changed step. Empty if somebody else won too."""
    if step.earlier or step.player is None:
        return []
    players = len(game.names)
    sources = [None, *((step.player - steps) % players for steps in range(1, players))]
    return [(source, step.changed(is_tsumo=source is None, source=source)) for source in sources]


def _complete(step: WinStep, read: HandStep, sheet: Sheet) -> WinStep:
    """The step with the hand that was entered, if that is won and no question is left (who is liable). Its indicators
    are those of the other winners too."""
    if not sheet.result.wins or sheet.result.question:
        return step
    hand = read.entry.hand(is_tsumo=bool(step.is_tsumo))
    return step.changed(entered=hand, earlier=with_indicators_of(hand, step.earlier))


def _stick(step: WinStep, before: State, outcome: Outcome | None) -> Riichi | Withdraw | None:
    """The event that lays or takes back a riichi stick, if the hand and the table disagree about riichi; else None."""
    if step.player is None or not outcome or "riichi_differs" not in {problem.code for problem in outcome.problems}:
        return None
    has_stick = step.player in before.riichi
    if isinstance(step.entered, WinningHand) and step.entered.has_riichi == has_stick:
        return None  # it is the hand of another winner
    return Withdraw(step.player) if has_stick else Riichi(step.player)


def _anew(game: Opened, step: WinStep, tiles: Entry) -> str:
    """The address of the page that asks for the winner anew, and leads back to these tiles."""
    return _next(game, step.anew.changed(tiles=tiles, how="tiles", entered=None))


def _previous(game: Opened, step: WinStep, tiles: Entry) -> str:
    """The address of the page before that of these tiles, which keeps them: the points. A correction begins with its
    worth."""
    return _anew(game, step, tiles) if step.amend else _next(game, step.without_worth.changed(tiles=tiles))


def _next(game: Opened, step: WinStep) -> str:
    """The address of the page on which a step goes on: that of its tiles, once winner and discarder are chosen and the
    worth is entered by tiles."""
    if step.how != "tiles" or step.player is None or step.is_tsumo is None:
        return f"{url_for('game_steps.win', secret=game.secret)}?{urlencode(step.fields | language_field())}"
    has_stick = step.player in _before(game, step).riichi
    return _address(game, step, query(with_laid_stick(step.tiles, has_stick)) if step.tiles else "")


def _address(game: Opened, step: WinStep, hand: str) -> str:
    fields = filter(None, [step.hand_address(hand), urlencode(language_field())])
    return f"{url_for('game_steps.hand', secret=game.secret)}?{'&'.join(fields)}"


# -- a draw ----------------------------------------------------------------------------------------


@blueprint.get("/<secret>/draw")
def draw(secret: str) -> BaseResponse | str:
    """A draw of any kind, or a chombo; and what it does."""
    game = opened_to_write(secret)
    begun = read_draw_step(request.args, frozenset(), game.log.rules)
    if _is_entered(game, begun):
        return redirect_to_table(secret, begun.after)
    before = _before(game, begun)
    step = read_draw_step(request.args, before.riichi, before.rules)
    source = step.win.source if step.win and step.kind == "triple_ron" else None
    return render_game_page(
        "game/draw.html",
        game,
        step=step,
        source=source,
        winners=[name for player, name in enumerate(game.names) if player != source] if source is not None else [],
        sticks=_sticks(game, step),
        before=before,
        outcome=_outcome(game, step),
        kinds=("exhaustive", *before.rules.abortive_draws, "chombo"),
        off_result=before.rules.chombo_points if before.rules.chombo == "after_game" else 0,
        has_nagashi=before.rules.nagashi != "off",
    )


# -- points and chips by hand ----------------------------------------------------------------------


@blueprint.get("/<secret>/adjust")
def adjust(secret: str) -> str:
    """A correction or a penalty by hand, or chips; and what it does."""
    game = opened_to_write(secret)
    step = read_adjust_step(request.args, game.state.points, game.log.rules)
    return render_game_page(
        "game/adjust.html",
        game,
        step=step,
        outcome=outcome_of(game.log, step.event, game.names) if step.event else None,
        problems=step.problems,
    )


# -- both ------------------------------------------------------------------------------------------


def _is_entered(game: Opened, step: WinStep | DrawStep) -> bool:
    """Whether a hand has ended since this step began. Then it may be entered already, and would count twice."""
    return step.after not in (None, len(game.state.hands))


def _before(game: Opened, step: WinStep | DrawStep) -> State:
    """The state just before the hand of a step ends, with the riichi sticks that the step names."""
    return with_riichi(game.log.before(step.amend), step.riichi)


def _chosen(game: Opened, step: AnyStep) -> list[tuple[int, bool, AnyStep]]:
    """For a correction: each player, whether their riichi stick is out, and the step in which that is reversed."""
    if not step.amend:
        return []
    riichi = _before(game, step).riichi
    return [(player, player in riichi, step.changed(riichi=riichi ^ {player})) for player in range(len(game.names))]


def _sticks(game: Opened, step: AnyStep) -> dict[int, tuple[bool, str]]:
    """For a correction: whether each player's stick is out, and the address that reverses that."""
    return {player: (lies, f"?{other.address}") for player, lies, other in _chosen(game, step)}


def _outcome(game: Opened, step: WinStep | DrawStep) -> Outcome | None:
    """The outcome of the event that a step offers to apply; None while a choice is left."""
    if step.event is None:
        return None
    earlier = earlier_sums(game.record) if is_last_hand(game.state) and not step.amend else None
    return outcome_of(game.log, step.event, game.names, earlier)


@blueprint.after_request
def vary(response: Response) -> Response:
    """Tells caches that one address answers htmx and the browser differently."""
    response.vary.add("HX-Request")
    return response
