"""One module for each version of the tables. It names no table of `schema.py`, which goes on changing."""
