"""One search for all games, for several players, chance and hidden information, on compiled rules."""
