"""Many hands at once: `python -m webapp score`."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp.commands.score import HEAP, Written, bar, main
from webapp.formats import line
from webapp.formats.case import case_json
from webapp.pages.api.worker_tasks import score_reply
from webapp.scoring.awards import YAKU

ROOT = Path(__file__).parents[2]

WON = "234567m345p2267s8s tsumo riichi dora=1s ura=4p"
NO_YAKU = "(123m) 456p 789s 99m 23m +1m"
CASE = {"concealed": "234567m345p2267s", "win": "8s", "flags": ["riichi"], "dora": ["1s"], "ura": ["4p"]}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The command in this process: its status and what it writes."""
    status = main(words)
    return status, capsys.readouterr().out


def piped(text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell's pipe."""
    command = [sys.executable, "-m", "webapp", "score", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_a_hand_in_a_few_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, WON) == (
        0,
        "Haneman 12,000 · 7 han 20 fu · Tsumo · Riichi, Fully concealed hand, Pinfu, All simples, Dora 2, Ura dora 1"
        " · East −6,000 · South +12,000 · West −3,000 · North −3,000\n",
    )


def test_a_hand_that_is_not_won_says_why_and_the_status_is_1(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = run(capsys, WON, NO_YAKU, "123m")
    lines = text.splitlines()
    assert status == 1
    assert lines[1] == "The hand has no yaku (dora do not count as yaku)."
    assert lines[2].startswith("A hand has 13 concealed tiles")
    assert len(lines) == 3


def test_json_is_what_the_api_answers(capsys: pytest.CaptureFixture[str], client: FlaskClient) -> None:
    _, text = run(capsys, "--format", "json", json.dumps(CASE), NO_YAKU)
    won, lost = map(json.loads, text.splitlines())
    assert won == client.post("/api/score", json=CASE).get_json()
    assert [found["code"] for found in lost["problems"]] == ["no_yaku"]


def test_csv_has_a_row_for_each_hand(capsys: pytest.CaptureFixture[str]) -> None:
    _, text = run(capsys, "--format", "csv", f"{WON} honba=1", "19m19p19s1234567z +1m", NO_YAKU)
    won, yakuman, lost = csv.DictReader(io.StringIO(text))
    assert won == {
        "points": "12000",
        "han": "7",
        "fu": "20",
        "yakuman": "0",
        "limit": "haneman",
        "yaku": "riichi tsumo pinfu tanyao",
        "dora": "3",
        "deltas": "-6100 12300 -3100 -3100",
        "problem": "",
    }
    assert (yakuman["han"], yakuman["fu"], yakuman["yakuman"], yakuman["yaku"]) == ("", "", "1", "kokushi_13")
    assert (lost["points"], lost["problem"]) == ("", "The hand has no yaku (dora do not count as yaku).")


def test_every_hand_that_is_printed_in_help_and_documents_is_won(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    texts = [" ".join(capsys.readouterr().out.split()), str(line.__doc__)]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *ROOT.glob("webapp/**/*.md"))]
    printed = [re.findall(r"[`']([^`'\n]* \+[0-9][mpsz][^`'\n]*)[`']", text) for text in texts]
    assert [len(hands) for hands in printed[:3]] == [1, 1, 1]
    for hand in (hand for hands in printed for hand in hands):
        assert run(capsys, hand)[0] == 0, hand


@pytest.mark.parametrize("name", YAKU)
def test_every_example_of_the_rule_book_is_accepted(name: str) -> None:
    for example in YAKU[name].examples:
        assert line.read_line(example.partition(":")[2]).problems == ()


def test_rules_are_those_of_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "(234m) 567p 345s 678s 55p tsumo"
    assert run(capsys, hand)[0] == 0
    assert run(capsys, "--rules", "ema", f"{hand} open_tanyao=no")[0] == 1


def test_many_hands_keep_their_order_over_several_processes() -> None:
    lines = [f"{WON} honba={number % 90}" if number % 7 else NO_YAKU for number in range(3 * HEAP + 5)]
    one, several = (piped("\n".join(lines), "--format", "csv", "--jobs", jobs, "--progress") for jobs in ("1", "2"))
    assert one.stdout == several.stdout
    rows = list(csv.DictReader(io.StringIO(several.stdout)))
    assert [row["deltas"].split()[1:2] for row in rows] == [
        [str(12000 + 300 * (number % 90))] if number % 7 else [] for number in range(len(lines))
    ]
    assert (one.returncode, several.returncode) == (1, 1)
    assert f"{len(lines)} hands, {len([row for row in rows if row['problem']])} not won" in several.stderr


def test_empty_lines_are_left_out_and_nothing_is_written_for_nothing() -> None:
    assert len(piped(f"\n{WON}\n\n \n{WON}").stdout.splitlines()) == 2
    nothing = piped("")
    assert (nothing.returncode, nothing.stdout, nothing.stderr) == (0, "", "")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    code = f"{sys.executable} -m webapp score --jobs 1 --format json | head -n 1"
    found = subprocess.run(code, shell=True, input=f"{WON}\n" * 2000, capture_output=True, text=True, check=False)
    assert (len(found.stdout.splitlines()), found.stderr) == (1, "")


def test_what_is_no_format_is_a_wrong_argument() -> None:
    found = piped("", "--format", "xml")
    assert found.returncode == 2
    assert "invalid choice: 'xml'" in found.stderr


def test_the_bar_shows_how_much_is_done() -> None:
    assert bar(Written("", 50, 1000, 0), 100, 2.0) == "[###############---------------]  50%  1,000 hands, 500 a second"
    assert bar(Written("", 50, 1000, 3), 0, 2.0) == "1,000 hands, 3 not won, 500 a second"


def test_a_case_of_a_line_is_read_back() -> None:
    hand = line.read_line(WON).hand
    assert hand
    assert score_reply(case_json(hand))["points"] == 12000
