"""Runs the migrations for Alembic, in the connection and transaction of the caller."""

from __future__ import annotations

from alembic import context

from ludotheque.web.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
