"""The answers of the API as JSON: scores, settlements, waits, discards, problems.

Only this module and `case`, the JSON of a hand, know the field names of the API.
"""

from collections.abc import Mapping
from functools import cache

from webapp.efficiency.discards import Discards
from webapp.efficiency.prospect import Reached, Tenpai, WinningDraw
from webapp.efficiency.shanten import Ukeire
from webapp.efficiency.turns import Turns
from webapp.efficiency.waits import Waits, WaitTile
from webapp.formats.case import Case
from webapp.formats.fields import limited
from webapp.formats.rules import rules_json
from webapp.language.romaji import romaji
from webapp.scoring.awards import Award
from webapp.scoring.blocks import Block
from webapp.scoring.dora import Bonus
from webapp.scoring.notation import format_tiles
from webapp.scoring.payments import Payment
from webapp.scoring.problems import Code, Problem
from webapp.scoring.rules import Rules
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.settlement import Settlement
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES, Tile


def problems_json(problems: tuple[Problem, ...]) -> dict[str, object]:
    """The answer for a case with problems."""
    return {
        "problems": [{"field": item.field, "code": item.code, "message": item.message} for item in limited(problems)]
    }


def settlement_json(settlement: Settlement, rules: Rules) -> dict[str, object]:
    """The answer for several winners, in turn order from the discarder, or for a hand without a win."""
    return {
        "rules": rules_json(rules),
        "outcome": settlement.outcome,
        "deltas": list(settlement.deltas),
        "payments": _payments_json(settlement.payments),
        "wins": [{"seat": WIND_NAMES[won.hand.table.seat], **score_json(won)} for won in settlement.wins],
        "bumped": [WIND_NAMES[won.hand.table.seat] for won in settlement.bumped],
    }


def _payments_json(paid: tuple[Payment, ...]) -> list[dict[str, object]]:
    return [
        {
            "from": None if payment.payer is None else WIND_NAMES[payment.payer],
            "to": WIND_NAMES[payment.receiver],
            "points": payment.points,
            "for": payment.reason,
        }
        for payment in paid
    ]


def score_json(score: Score) -> dict[str, object]:
    """The answer for a hand that is won."""
    return {
        "rules": rules_json(score.hand.rules),
        "points": score.points,
        "deltas": list(score.deltas),
        "payments": _payments_json(score.payments),
        "best": 0,
        "readings": [reading_json(scored) for scored in score.readings],
    }


def _names(ja: str, en: str, key: str) -> dict[str, str]:
    return {"ja": ja, "en": en, "romaji": romaji(key)}


def reading_json(scored: ScoredReading) -> dict[str, object]:
    """One reading."""
    reading = scored.reading
    blocks = [
        {"type": block.type, "tiles": _block_text(block), "open": block.is_open, "meld": block.is_meld}
        for block in reading.blocks
    ]
    yaku = [
        {**_award_json(award), "names": _names(award.yaku.ja, award.yaku.en, award.key), "reason": award.yaku.rule}
        for award in scored.yaku
    ]
    dora = [
        {**_bonus_json(bonus), "names": _names(bonus.ja, bonus.en, bonus.key), "reason": bonus.rule}
        for bonus in scored.bonuses
    ]
    return {
        "shape": reading.shape,
        "blocks": blocks,
        "wait": reading.wait,
        "win_block": reading.win_block,
        "yaku": yaku + dora,
        "fu": None if scored.yakuman else scored.fu,
        "fu_items": [{"key": item.key, "fu": item.fu, "block": item.block} for item in scored.fu_items],
        "han": None if scored.yakuman else scored.han,
        "yakuman": scored.yakuman,
        "limit": scored.limit,
        "basic": scored.basic,
        "points": scored.points,
    }


@cache
def _block_text(block: Block) -> str:
    return format_tiles(block.kinds)


def _award_json(award: Award) -> dict[str, object]:
    worth = {"yakuman": award.yakuman} if award.yakuman else {"han": award.han}
    return {"key": award.key, **worth, **({"limit": award.yaku.limit} if award.yaku.limit else {})}


def _bonus_json(bonus: Bonus) -> dict[str, object]:
    return {"key": bonus.key, "han": bonus.han}


def waits_json(result: Waits, worth: int | None) -> dict[str, object]:
    """The answer for 3n + 1 tiles. `worth` is their value; None if it could not be worked out."""
    return {
        "shanten": result.shanten,
        "value": worth,
        "ukeire": ukeire_json(result.ukeire),
        "waits": [_wait_json(wait) for wait in result.waits],
    }


def ukeire_json(ukeire: Ukeire) -> dict[str, object]:
    """The tiles of an ukeire, red fives among the plain ones, and how many are left of them all."""
    return {"tiles": [NAMES[kind] for kind in ukeire.kinds], "count": ukeire.count}


def _wait_json(wait: WaitTile) -> dict[str, object]:
    ways = {"ron": wait.ron, "tsumo": wait.tsumo}
    return {
        "tile": NAMES[wait.tile],
        "remaining": wait.left,
        **{way: _won_json(score) for way, score in ways.items()},
        "problem": None if wait.has_yaku else Code.NO_YAKU,
    }


def _won_json(score: Score) -> dict[str, object] | None:
    """The best reading of a wait, and what the winner receives with honba and sticks; None without a yaku."""
    return {**reading_json(score.best), "receives": score.receives} if score.best else None


def discards_json(result: Discards, courses: Mapping[Tile, Turns] | None) -> dict[str, object]:
    """The answer for 3n + 2 tiles, with the best discard first. `courses` are the courses by turn; None if they were
    not asked for or could not be worked out."""
    rows = []
    for discard in result.discards:
        row: dict[str, object] = {
            "tile": NAMES[discard.tile],
            "value": discard.value,
            "ukeire": ukeire_json(discard.ukeire),
            **_reached_json(result.reached(discard.tile) if discard in result.explained else Reached()),
        }
        if courses:
            row["turns"] = {name: list(course) for name, course in courses[discard.tile]._asdict().items()}
        rows.append(row)
    return {"shanten": result.shanten, "value": result.value, "discards": rows}


def _reached_json(reached: Reached) -> dict[str, object]:
    """The usual points of a discard and the tenpai forms that it leads to."""
    return {"usual": reached.usual, "forms": list(map(_form_json, reached.tenpais)), "more_forms": reached.more}


def _form_json(tenpai: Tenpai) -> dict[str, object]:
    return {
        "draws": [NAMES[tile] for tile in tenpai.come],
        "discards": [NAMES[tile] for tile in tenpai.gone],
        "ways": tenpai.ways,
        "value": tenpai.value,
        "waits": [_draw_json(draw) for draw in tenpai.waits],
    }


def _draw_json(draw: WinningDraw) -> dict[str, object]:
    """A draw that wins, by tsumo; without a yaku it has no points."""
    best = draw.tsumo.best
    yaku = [*map(_award_json, best.yaku), *map(_bonus_json, best.bonuses)] if best else []
    return {
        "tile": NAMES[draw.tile],
        "remaining": draw.left,
        "points": draw.value,
        "receives": draw.tsumo.receives,
        "yaku": yaku,
    }


#: The score of a winning hand, or all problems of a hand that does not win.
Answer = Score | tuple[Problem, ...]


def answer(case: Case) -> Answer:
    """The score of a case, or all its problems."""
    if case.hand is None or case.problems:
        return case.problems
    result = score(case.hand)
    return result.problems or result


def answer_json(result: Answer) -> dict[str, object]:
    """An answer as the API has it."""
    return score_json(result) if isinstance(result, Score) else problems_json(result)
