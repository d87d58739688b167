"""The log of an online game, checked and judged."""
