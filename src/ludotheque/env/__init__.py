"""Research environments: observations as arrays, and interfaces for Gymnasium, PettingZoo and OpenSpiel.

`observing` needs only NumPy. The other libraries come with the extra `env`; each is imported only by its own module.
"""
