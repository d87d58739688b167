"""The values of discards, which are slow to work out, and the ways in which a page asks for them."""

from webapp.efficiency.holding import Holding
from webapp.pages.calculator.advice import Advice, with_values, without_values
from webapp.serving.request_limits import WorkersBusy
from webapp.serving.work import known, run


def values(holding: Holding, draws: int) -> Advice:
    """What to discard, with values; raises `WorkersBusy`."""
    return run(with_values, holding, draws)


def values_if_free(holding: Holding, draws: int) -> Advice:
    """What to discard, without values if the workers are busy."""
    try:
        return values(holding, draws)
    except WorkersBusy:
        return without_values(holding, draws)


def values_later(holding: Holding, draws: int) -> Advice:
    """What to discard, at once: with values if they are kept, else without. Then the page asks for them later."""
    return known(with_values, holding, draws) or without_values(holding, draws, follows=True)
