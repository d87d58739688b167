"""webapp/scoring/RULES.md: `python -m tests.tools.tables` writes its tables; what else the code decides holds too."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tools.tables import DOCUMENTS, SCORING, cells
from webapp.scoring.awards import YAKU
from webapp.scoring.rules import PRESETS, TENHOU

FOUR_PLAYERS = [name for name, rules in PRESETS.items() if rules.players == 4]


def test_the_tables_are_those_that_the_command_writes() -> None:
    text = SCORING.read_text(encoding="utf-8")
    assert DOCUMENTS[SCORING](text) == text, "run `python -m tests.tools.tables`"


def test_the_local_yaku_come_last() -> None:
    is_local = [not yaku.allowed(TENHOU) for yaku in YAKU.values()]
    assert is_local == sorted(is_local)


def test_every_preset_of_four_players_has_a_source() -> None:
    lines = SCORING.read_text(encoding="utf-8").split("| preset | source |")[1].split("\n\n")[0].splitlines()[2:]
    assert [cells(line)[0].strip("`") for line in lines] == FOUR_PLAYERS
    assert all(cells(line)[1] for line in lines)


@pytest.mark.parametrize("sister", ["tenhou", "mahjong_soul"])
def test_three_players_play_as_their_four_player_sister_but_for_this(sister: str) -> None:
    changed: dict[str, Any] = {
        "preset": f"{sister}_sanma",
        "players": 3,
        "honba_ron": 200,
        "tsumo_loss": True,
        "nuki_dora": "north",
    }
    assert PRESETS[f"{sister}_sanma"] == replace(PRESETS[sister], **changed)
    assert set(PRESETS) == {*FOUR_PLAYERS, "tenhou_sanma", "mahjong_soul_sanma"}
