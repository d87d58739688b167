"""Numbers as every language writes them here."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def points(number: int) -> str:
    """Points with their thousands apart: ``−7,600``."""
    return f"{number:,}".replace("-", "−")


def signed(number: int) -> str:
    """A number with its sign: ``−1,000``."""
    return f"{number:+,}".replace("-", "−")


def percent(share: float) -> str:
    """A share of 1 in per cent, with one decimal: ``38.6``."""
    return f"{100 * share:.1f}"


def thousands(points: Fraction | int) -> str:
    """A part of a total, in thousands and with its sign: ``−12.5``."""
    return f"{float(points) / 1000:+g}".replace("-", "−")


def total(thousands: float) -> str:
    """A player's total in a result, or a mean of totals: ``−12.3``. A half is rounded away from zero, so that +4.85 and
    −4.85 differ only in their sign."""
    exact = Decimal(str(round(thousands, 4)))
    return f"{exact.quantize(Decimal('0.1'), ROUND_HALF_UP):+}".replace("-", "−")
