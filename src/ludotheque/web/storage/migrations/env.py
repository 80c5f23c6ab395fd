"""How Alembic runs the migrations: on the connection, and in the transaction, that it is given."""

from __future__ import annotations

from alembic import context

from ludotheque.web.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
