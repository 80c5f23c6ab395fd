"""Handlers, one file for each part of the site. What needs the store runs in threads."""
