"""Writes a reviewed log as JSON, and the links to the calculator that show its hands and discards."""

from collections.abc import Iterable
from dataclasses import replace

from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.address import query
from webapp.formats.fields import Json
from webapp.formats.rules import game_rules_json
from webapp.game.events import Draw
from webapp.game.result import result
from webapp.records.check import CheckedHand, Difference, Review
from webapp.records.judge import Judged
from webapp.records.replay import Decision
from webapp.scoring.tiles import NAMES


def review_json(review: Review, discards: Iterable[tuple[int, Judged]] | None) -> Json:
    """A checked log; if asked for, also the judged discards of a player with the hand of each."""
    record = review.record
    answer: Json = {
        "source": record.source,
        "players": record.players,
        "rules": {
            **game_rules_json(review.rules),
            "sure": review.is_chosen or record.rules.are_sure,
            "uma_known": review.knows_uma,
        },
        "hands": [_hand_json(hand) for hand in review.hands],
        "final": list(record.final) if record.final else None,
        "totals": _figures("totals", record.totals) if record.totals else None,
        "result": _result_json(review) if review.state.over or record.final else None,
        "unchecked": [{"what": one.what, "log": _figures(one.what, one.log)} for one in review.unchecked],
    }
    if discards is not None:
        answer["discards"] = [_discard_json(hand, judged) for hand, judged in discards]
    return answer


def _result_json(review: Review) -> Json:
    """The end of the game by our figures; no totals if the uma is not known."""
    end = result(review.state)
    totals = list(end.totals) if review.knows_uma else None
    return {"points": list(end.points), "ranks": list(end.ranks), "totals": totals}


def _hand_json(hand: CheckedHand) -> Json:
    recorded, settled = hand.recorded, hand.settled
    links = hand_links(hand)
    stands = (recorded.number, recorded.honba, recorded.sticks) if recorded.points else (None, None, None)
    return {
        **dict(zip(("number", "honba", "sticks"), stands, strict=True)),
        "points": list(recorded.points) or None,
        "deltas": list(settled.deltas) if settled else None,
        "agrees": _agrees(hand),
        "unchecked": list(hand.unchecked),
        "known": hand.is_known,
        "link": f"/?{links[0]}" if links else None,
        "draw": settled.event.kind if settled and isinstance(settled.event, Draw) else None,
        "unknown_draw": (recorded.ending and recorded.ending.unknown) or None,
    }


def _agrees(hand: CheckedHand) -> object:
    """True if the log agrees with our result, the differences with both figures, or null if nothing was settled."""
    if hand.differences:
        first, *more = [_difference_json(one) for one in hand.differences]
        return {**first, "more": more} if more else first
    return True if hand.settled else None


def _difference_json(difference: Difference) -> Json:
    what, log, ours = difference
    return {"what": what, "log": _figures(what, log), "ours": _figures(what, ours)}


def _figures(what: str, figures: tuple[int, ...]) -> list[float]:
    """Figures as JSON has them: totals in thousands."""
    return [figure / 1000 for figure in figures] if what == "totals" else list(figures)


def _discard_json(hand: int, judged: Judged) -> Json:
    decision = judged.decision
    return {
        "hand": hand,
        "turn": decision.turn,
        "kind": judged.kind,
        "tile": NAMES[decision.tile],
        "best": NAMES[judged.best],
        "shanten": judged.shanten,
        "ukeire": list(judged.ukeire) if judged.ukeire else None,
        "share": judged.share,
        "points": list(judged.points) if judged.points else None,
        "win": list(judged.win) if judged.win else None,
        "draws": decision.draws,
        "safe": decision.is_safe if decision.against else None,
        "link": f"/?{query(decision_entry(decision))}",
    }


def hand_links(hand: CheckedHand) -> list[str]:
    """The addresses of the winning hands, without the question mark."""
    return [query(entry_of(won)) for won in hand.winning_hands]


def decision_entry(decision: Decision) -> Entry:
    """The entry of a hand before a discard, the drawn tile last, with all tiles that the player saw."""
    holding = decision.holding
    tiles = list(holding.concealed)
    if holding.drawn is not None:
        tiles.remove(holding.drawn)
        tiles.append(holding.drawn)
    return Entry(
        tiles=tuple(tiles),
        melds=holding.melds,
        table=replace(holding.table, discarder=0),
        seen=holding.seen,
        nuki=holding.nuki,
        draws=max(decision.draws, 1),
    )
