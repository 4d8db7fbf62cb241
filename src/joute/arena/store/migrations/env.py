"""Run by alembic, on the connection that `version.py` gives it."""

from alembic import context

from joute.arena.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
