"""A fuzzer that goes deep: valid steps one after another, and between them requests with one thing wrong."""
