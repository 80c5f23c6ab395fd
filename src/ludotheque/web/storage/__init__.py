"""What is stored: tables, the queue of writes, the feed of changes, archives."""
