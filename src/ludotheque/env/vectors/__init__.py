"""Many games of a learning seat at once: the compiled part, in a folder that names its cache."""
