"""A fuzzer that goes deep: valid deeds one after another, and between them requests with one thing wrong."""
