"""From tables to what templates are given, as one reader may know it."""
