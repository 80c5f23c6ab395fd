"""What is stored: schema and migrations, reading and writing tables, the change feed, archives."""
