"""The settings of one device: text size, dark or light, left hand, sound, vibration, yaku names, a table that lies
flat, and one that does not say what is needed. A cookie keeps them.

A page gets it as words on its root element: ``data-comfort="text-125 left"``. The styles and the scripts read them
there. With scripts `static/js/site/comfort.js` changes the same cookie, without asking the server.
"""

from flask import Flask, Response, request

from webapp.limits import COMFORT, TRANSLATED, YEAR

#: The usual text size. It is not written into the cookie.
USUAL = "text-100"
SIZES = (USUAL, "text-125", "text-150")
#: The page follows the device unless one of these is chosen.
SCHEMES = ("light", "dark")
SWITCHES = ("left", "sound", "vibration", TRANSLATED)
#: A game's table has the buttons for these; the menu has all others.
OF_TABLE = ("flat", "no-needed")


def init_app(app: Flask) -> None:
    """Gives the templates the settings."""
    app.add_template_global(chosen, "comfort")
    app.add_template_global(is_chosen, "is_comfort")


def chosen() -> tuple[str, ...]:
    """The words that this device has chosen, in a fixed order. Unknown words in the cookie are left out."""
    kept = request.cookies.get(COMFORT, "").split(".")
    return tuple(word for word in (*SIZES[1:], *SCHEMES, *SWITCHES, *OF_TABLE) if word in kept)


def is_chosen(word: str) -> bool:
    """Whether a text size, a colour scheme or a switch is chosen."""
    words = chosen()
    return not set(words) & set(SIZES) if word == USUAL else word in words


def changed(before: tuple[str, ...], word: str) -> tuple[str, ...]:
    """The chosen words after a tap on `word`: a size replaces another one, a switch goes on or off, dark ends light."""
    if word in SIZES:
        return (*((word,) if word != USUAL else ()), *(other for other in before if other not in SIZES))
    if word not in (*SCHEMES, *SWITCHES, *OF_TABLE):
        return before
    if word in before:
        return tuple(other for other in before if other != word)
    return (*(other for other in before if not {other, word} <= set(SCHEMES)), word)


def keep(response: Response, words: tuple[str, ...]) -> None:
    """Writes these words into the device's cookie."""
    response.set_cookie(COMFORT, ".".join(words), max_age=YEAR, samesite="Lax")
