"""The compiled loops of a study. They have a folder of their own, because the cache hashes the whole folder."""
