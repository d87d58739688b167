"""A game at the table: its pages, on all phones."""
