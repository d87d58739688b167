"""How many examples Hypothesis tries: most under CI, and the same ones each time; new ones elsewhere, and few in the
quick run."""

import os

from hypothesis import HealthCheck, settings

WHOLE, USUAL, QUICK = 100, 20, 15


def prepare(*, quick: bool) -> None:
    """Loads the profile of this run; before the tests are imported, as their own numbers are shares of it."""
    is_ci = "CI" in os.environ
    settings.register_profile(
        "laws",
        deadline=None,
        database=None,
        derandomize=is_ci,
        max_examples=QUICK if quick else WHOLE if is_ci else USUAL,
        # How fast examples are made depends on what else the machine does.
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    settings.load_profile("laws")


def share(examples: int) -> int:
    """This many examples under CI and outside of a run of tests, and a fifth of them elsewhere."""
    return max(1, examples * settings().max_examples // WHOLE)


def law(examples: int) -> settings:
    """Decorates a property that tries this many examples under CI, and its share of them elsewhere."""
    return settings(max_examples=share(examples))
