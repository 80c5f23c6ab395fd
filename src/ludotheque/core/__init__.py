"""The core: games, positions, records and words, as every game shares them."""
