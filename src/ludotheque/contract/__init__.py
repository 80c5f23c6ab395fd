"""What a game folder may import beside the kernel, and nothing else."""
