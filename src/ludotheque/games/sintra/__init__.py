"""Azul: Stained Glass of Sintra, by Michael Kiesling (2018), for 2 to 4 players."""
