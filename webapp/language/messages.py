"""Every message of the site; `python -m webapp.language.messages` brings the catalogues up to date.

Templates and calls are read by Babel; the names and rules of the yaku come from the registry itself, the news
from `CHANGES.md`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from webapp.game.rules import GAME_SWITCHES
from webapp.language.i18n import LANGUAGES, LOCALE
from webapp.language.news import versions
from webapp.scoring.awards import YAKU
from webapp.scoring.common import COMMON
from webapp.scoring.dora import SORTS
from webapp.scoring.rules import SWITCHES

_PACKAGE = Path(__file__).parents[1]
#: The functions that take messages, each with the numbers of the arguments that are messages (None: the first).
_KEYWORDS = {
    "_": None,
    "N_": None,
    "problem": (3,),
    "wrong": (3,),
    "broken": (1,),
    "LogError": (2,),
    "NotationError": (1,),
    "_Variation": (2,),
    "Lack": (1,),
    "_conflict": (3,),
    "counted": (1, 2),
}


def messages() -> dict[str, str]:
    """Every message in English with the place where it is used, in a stable order."""
    places: dict[str, str] = {}
    for place, message in _all():
        places.setdefault(message, place)
    return places


def _all() -> Iterator[tuple[str, str]]:
    templates = next(folder for folder in (_PACKAGE / "templates", _PACKAGE.parent / "templates") if folder.is_dir())
    yield from _extracted(templates, [("**.html", "jinja2")])
    yield from _extracted(_PACKAGE, [("**.py", "python")])
    for yaku in YAKU.values():
        yield f"yaku {yaku.key}", yaku.en
        yield f"yaku {yaku.key}", yaku.rule
    for common in COMMON:
        yield "common yaku", common.en
    for switch in (*SWITCHES.values(), *GAME_SWITCHES.values()):
        yield f"rule {switch.name}", switch.does
        yield f"rule {switch.name}", switch.wrong_json
        yield f"rule {switch.name}", switch.wrong_text
    for key, (_, en, rule) in SORTS.items():
        yield f"dora {key}", en
        yield f"dora {key}", rule
    for version in versions():
        for news in version.news:
            yield f"news {version.number}", news


def _extracted(folder: Path, methods: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    options = {"**.html": {"trimmed": "true"}}
    rows = extract_from_dir(folder, methods, options, keywords=_KEYWORDS)
    for filename, _, texts, _, _ in sorted(rows, key=lambda row: (row[0], row[1])):
        for message in (texts,) if isinstance(texts, str) else texts:
            yield filename, message


def update(language: str, present: Mapping[str, str]) -> Catalog:
    """The catalogue of a language with exactly the `present` messages; new ones are still empty."""
    path = LOCALE / language / "LC_MESSAGES" / "messages.po"
    old = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    new = Catalog(locale=language, project="Agari", fuzzy=False)
    for message, place in present.items():
        known = old.get(message)
        new.add(message, known.string if known else "", auto_comments=[place])
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=120, omit_header=True)
    return new


if __name__ == "__main__":
    present = messages()
    for code in LANGUAGES:
        if code != "en":
            catalogue = update(code, present)
            empty = [str(entry.id) for entry in catalogue if entry.id and not entry.string]
            print(f"{code}: {len(catalogue)} messages, {len(empty)} without a translation", *empty, sep="\n  ")
