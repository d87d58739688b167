"""The steps from each version of the tables to the next, run by `python -m webapp upgrade` with Alembic."""
