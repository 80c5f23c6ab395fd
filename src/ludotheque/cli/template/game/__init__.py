"""A game of cards and a die for Ludothèque."""
