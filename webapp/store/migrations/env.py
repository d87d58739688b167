"""Alembic runs this for each command. The connection, in a transaction, comes from `upkeep`."""

from alembic import context

from webapp.store import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    version_table=schema.version.name,
    render_as_batch=True,
)
context.run_migrations()
