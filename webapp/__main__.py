"""`python -m webapp`: the production server.

`score` scores hands, `export FOLDER` writes the site as files; `upgrade`, `backup FILE`, `restore FILE`, `copy FROM TO`
and `games` look after the database of the games.
"""

import os
import sys
from collections.abc import Callable, Sequence


def main(words: Sequence[str]) -> int:
    """Runs the command that the first word names, else the server. Returns the exit status."""
    # Each command imports its own modules: the server does not wait a third of a second for those of the upkeep.
    match words[:1]:
        case ["score"]:
            from webapp.commands import score

            return _piped(score.main, words[1:])
        case ["export"]:
            from webapp.commands import export

            return export.main(words[1:])
        case ["upgrade" | "backup" | "restore" | "copy" | "games"]:
            from webapp.commands import upkeep

            return _piped(upkeep.main, words)
        case _:
            from webapp.commands import serve

            return serve.main(words)


def _piped(command: Callable[[Sequence[str]], int], words: Sequence[str]) -> int:
    """Runs a command whose reader may close the pipe, as `head` does. Returns the exit status."""
    try:
        status = command(words)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
