"""The kernel: rules and their modes, states, chance and batches of games."""
