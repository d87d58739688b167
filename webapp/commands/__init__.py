"""The commands of `python -m webapp`: serve, score, export, and the upkeep of the database."""
