"""A link as a QR code."""

import io

import segno

#: The white border that a QR code needs, in modules.
BORDER = 4


def qr_svg(address: str) -> bytes:
    """The QR code of a link, as SVG. Raises ValueError if the link is too long for one."""
    # The lowest level of correction holds the longest link; segno takes a higher one if there is room.
    code = segno.make(address, error="l", micro=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=BORDER, light="#fff", omitsize=True, xmldecl=False)
    return drawn.getvalue()
