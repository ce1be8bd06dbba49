"""What Alembic runs to apply the steps: on the connection and in the transaction it is given."""

from alembic import context

from app.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
