"""One module for each version of the tables. None uses the tables of `schema.py`, which goes on changing."""
