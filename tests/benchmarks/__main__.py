"""``python -m tests.benchmarks``: one table."""

from tests.benchmarks.scoring import HANDS, ROUNDS, hands, measure, table
from tests.scoring.real_hands import is_there

if __name__ == "__main__":
    sample = hands(HANDS)
    origin = "recorded" if is_there() else "random"
    print(f"{len(sample):,} {origin} hands, every reading and all payments, median of {ROUNDS} rounds\n")
    print(table(measure(sample)))
