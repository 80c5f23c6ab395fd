"""Networks that teach themselves a game by playing against themselves (extra `train`)."""
