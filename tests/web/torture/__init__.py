"""Servers are killed at random moments while people play; no acknowledged decision may be lost."""
