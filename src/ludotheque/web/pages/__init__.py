"""Handlers, one file for each part of the site. Handlers that need the database run in threads."""
