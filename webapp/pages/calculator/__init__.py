"""The calculator: its page, the keys, the answer, and how a result is shared."""
