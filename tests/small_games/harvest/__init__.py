"""Harvest: a small game of dice without secrets, made of the fewest files."""
