"""麻雀得点計算アルゴリズム編 1 and 2, 気まぐれな戯れ言 (`seeds/001…`): its rules, and hands scored by them."""

from dataclasses import replace

from tests.scoring.hands import best, win
from webapp.scoring.checks import problems
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import score

RULES = PRESETS["kimagure"]
#: The document's table goes on where there is a limit, 「満貫とかありえないマスも、ひとまず」.
UNLIMITED = replace(RULES, no_limit=True)


def yaku(line: str) -> dict[str, int]:
    """The yaku of a hand with their han, or how often a yakuman counts."""
    return {award.key: award.han or award.yakuman for award in best(line, RULES).yaku}


def is_won(line: str) -> bool:
    return score(win(line, rules=RULES).hand).best is not None


def wrong(line: str) -> list[str]:
    """The codes of what cannot be about a hand."""
    return [found.code for found in problems(win(line, rules=RULES).hand)]


def fu(line: str) -> tuple[dict[str, int], int]:
    """The fu of a hand by what they are for, and in all."""
    scored = best(line, RULES)
    return {item.key: item.fu for item in scored.fu_items}, scored.fu
