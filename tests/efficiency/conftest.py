"""How Hypothesis looks for counterexamples: the same ones each time under CI, new ones elsewhere."""

import os

from hypothesis import settings

settings.register_profile("laws", deadline=None, database=None, derandomize="CI" in os.environ, max_examples=200)
settings.load_profile("laws")
