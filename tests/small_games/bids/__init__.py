"""Bids: a small game of cards with secret hands and simultaneous choices."""
