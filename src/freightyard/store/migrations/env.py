"""How Alembic runs the changes: on the connection, and within the transaction, that `migrate.py` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
