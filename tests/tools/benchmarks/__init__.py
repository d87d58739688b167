"""How fast the engine is: ``python -m tests.tools.benchmarks``."""
