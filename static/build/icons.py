"""The icons of the installed page, painted from the drawing that browsers show in their tabs.

A system cuts a maskable icon to a shape of its own. So the background fills the square, and the tile stays in the
middle.
"""

import re
from pathlib import Path

import resvg_py

#: The sizes in pixels that browsers ask for before they offer to install a page; 180 is the one of iPhones.
SIZES = (180, 192, 512)
MASKABLE = "maskable"
#: The part of the width of a maskable icon that is always visible.
SAFE = 0.8


def draw_icons(icon: Path) -> dict[str, bytes]:
    """PNG files by name: ``icon-192.png``, ``icon-maskable-512.png`` …"""
    drawing = icon.read_text(encoding="utf-8")
    full = maskable(drawing)
    icons = {f"icon-{size}.png": paint(full if size == 180 else drawing, size) for size in SIZES}
    return icons | {f"icon-{MASKABLE}-{SIZES[-1]}.png": paint(full, SIZES[-1])}


def maskable(drawing: str) -> str:
    """The drawing with its background extended to the edges, and everything else made smaller about the middle."""
    parts = re.fullmatch(r'(<svg[^>]*viewBox="0 0 (\d+) \d+">)(<rect[^>]*/>)(.*)</svg>\s*', drawing)
    assert parts is not None, "an icon is a square ground with a drawing on it"
    opening, width, ground, rest = parts.groups()
    shift = float(width) * (1 - SAFE) / 2
    square = re.sub(r' rx="\d+"', "", ground)
    return f'{opening}{square}<g transform="translate({shift:g} {shift:g}) scale({SAFE})">{rest}</g></svg>'


def paint(drawing: str, size: int) -> bytes:
    """The drawing as a square PNG file; `size` is its width in pixels."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))
