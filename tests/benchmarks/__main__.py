"""``python -m tests.benchmarks``: one table for each thing that is timed."""

from tests.benchmarks import efficiency, server, shanten, stages
from tests.benchmarks.scoring import HANDS, ROUNDS, hands, sides
from tests.benchmarks.sides import measure, table
from tests.scoring.real_hands import is_there

TENPAIS = 1000
DISCARDS = 25

if __name__ == "__main__":
    sample = hands(HANDS)
    origin = "recorded" if is_there() else "random"
    print(f"Scoring {len(sample):,} {origin} hands, median of {ROUNDS} rounds\n")
    with sides(sample) as asked:
        print(table(measure(asked, ROUNDS)))
    print("\nWhere the time of a score goes, the quickest of a few rounds\n")
    print(stages.table(stages.measure(sample), stages.peer(sample)))
    print(f"\nShanten of {HANDS:,} random hands\n")
    with shanten.shanten_sides(shanten.hands(HANDS)) as asked:
        print(table(measure(asked, ROUNDS)))
    print(f"\nAll waits of {TENPAIS:,} tenpais, scored\n")
    with shanten.waits_sides(TENPAIS) as asked:
        print(table(measure(asked, ROUNDS)))
    print(f"\nUkeire of every discard of 14 tiles, {DISCARDS} hands of each shanten from 1 to 4\n")
    with shanten.discards_sides(DISCARDS) as asked:
        print(table(measure(asked, ROUNDS)))
    print("\nWaits and discards, new hands, the quickest of a few rounds\n")
    print(efficiency.table(efficiency.measure()))
    print(f"\nThe server, in this process, the processor's time; {server.ROUNDS} rounds\n")
    print(server.table(server.measure()))
