"""How many examples Hypothesis tries: the same ones each time under CI, new ones elsewhere, fewer in the quick run."""

import os

from hypothesis import HealthCheck, settings

WHOLE, QUICK = 100, 15


def prepare(*, quick: bool) -> None:
    """Loads the profile of this run; before the tests are imported, as their own numbers are shares of it."""
    settings.register_profile(
        "laws",
        deadline=None,
        database=None,
        derandomize="CI" in os.environ,
        max_examples=QUICK if quick else WHOLE,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("laws")


def law(examples: int) -> settings:
    """Decorates a property that tries this many examples in the whole run, and its share of them in the quick one."""
    return settings(max_examples=max(1, examples * settings().max_examples // WHOLE))
