"""One search for all games: multi-player, with chance and hidden information, on compiled rules."""
