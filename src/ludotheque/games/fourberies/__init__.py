"""Fourberies (Histrio), by Bruno Cathala and Christian Martinez (2016), for 2 to 5 players."""
