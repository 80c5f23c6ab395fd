"""Servers are killed at random moments while people play; nothing that was acknowledged may be lost."""
