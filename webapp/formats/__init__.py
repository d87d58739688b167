"""Text and values: each format is read and written by one module, and no other knows the names of its fields."""
