"""majiang-core from npm as a side of the benchmark, where somebody installed it.

`npm ci --prefix tests/tools/benchmarks/majiang` installs it next to this file. `bench.js` runs it in a process of its
own and measures the time there.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.tiles import NAMES, Tile, sort_key

HERE = Path(__file__).parent
INSTALL = "npm ci --prefix tests/tools/benchmarks/majiang"
NAME = "majiang-core 1.4 (Node)"
Task = Literal["hule", "tingpai", "both", "xiangting", "dapai"]

_FROM = {1: "+", 2: "=", 3: "-"}


def is_there() -> bool:
    """Whether it can be run: Node is there, and the package is installed."""
    return shutil.which("node") is not None and (HERE / "node_modules").is_dir()


def seconds_to_start() -> float:
    """The processor's time from the start of Node until majiang-core is loaded."""
    code = (
        "await import('@kobalab/majiang-core'); const { user, system } = process.cpuUsage(); console.log(user + system)"
    )
    node = ["node", "--input-type=module", "--eval", code]
    return int(subprocess.run(node, cwd=HERE, check=True, capture_output=True, text=True).stdout) / 1e6


class Majiang:
    """A process of Node that has the hands, and one task to do for them."""

    def __init__(self, task: Task, hands: Sequence[WinningHand], name: str = NAME) -> None:
        """Starts it and hands over the hands."""
        self.name = name
        self._task = task
        self._process = subprocess.Popen(
            ["node", "bench.js"], cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._say([question(hand) for hand in hands])

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the process."""
        self._process.communicate()

    def run(self, first: int, last: int) -> int:
        """Does the task for the hands from `first` to before `last`; the nanoseconds of the processor."""
        self._say({"task": self._task, "first": first, "last": last})
        taken: int = self._hear()
        return taken

    def answers(self) -> list[Any]:
        """What it says of each hand: by `hule` what it brings the four seats (None: no yaku), by `both` for each wait
        the points by ron and by tsumo, by `xiangting` its shanten, by `dapai` for each discard the tiles that take it
        closer then, in its notation."""
        self._say({"task": self._task, "answers": True})
        found: list[Any] = self._hear()
        return found

    def _say(self, what: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _hear(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


def question(hand: WinningHand) -> dict[str, object]:
    """A hand in its notation (``m340p11z5``, a meld ``m1-23``), and the situation."""
    melds = "".join("," + _meld(meld) for meld in hand.melds)
    held = _tiles(sorted(hand.concealed, key=sort_key))
    riichi = 2 if Flag.DOUBLE_RIICHI in hand.flags else int(Flag.RIICHI in hand.flags)
    param = {
        "zhuangfeng": hand.table.round,
        "menfeng": hand.table.seat,
        "lizhi": riichi,
        "yifa": Flag.IPPATSU in hand.flags,
        "qianggang": Flag.CHANKAN in hand.flags,
        "lingshang": Flag.RINSHAN in hand.flags,
        "haidi": 1 if Flag.HAITEI in hand.flags else 2 if Flag.HOUTEI in hand.flags else 0,
        "tianhu": 1 if Flag.TENHOU in hand.flags else 2 if Flag.CHIIHOU in hand.flags else 0,
        "baopai": [_tile(tile) for tile in hand.table.dora],
        "fubaopai": [_tile(tile) for tile in hand.ura] if riichi else None,
        "changbang": hand.table.honba,
        "lizhibang": hand.table.sticks,
    }
    win = _tile(hand.win)
    return {
        "held": held + melds,
        "shoupai": (held + win if hand.is_tsumo else held) + melds,
        "rongpai": "" if hand.is_tsumo else win + _FROM[hand.table.discarder],
        "param": param,
    }


def _tile(tile: Tile) -> str:
    name = NAMES[tile]
    return name[1] + name[0]


def _tiles(tiles: Sequence[Tile]) -> str:
    return "".join(map(_tile, tiles))


def _meld(meld: Meld) -> str:
    sign = _FROM[meld.source or 3]
    tiles = sorted(meld.tiles, key=sort_key)
    suit = NAMES[tiles[0]][1]
    if meld.type is MeldType.CHI:
        called = tiles[0] if meld.called is None else meld.called
        return suit + "".join(NAMES[tile][0] + "-" * (tile == called) for tile in tiles)
    ranks = "".join(NAMES[tile][0] for tile in reversed(tiles))
    if meld.type is MeldType.ANKAN:
        return suit + ranks
    if meld.type is MeldType.KAKAN:
        return suit + ranks[:3] + sign + ranks[3:]
    return suit + ranks + sign
