"""Research environments: observations as arrays, and the games in the interfaces that researchers use.

`observing` needs nothing but NumPy. Gymnasium, PettingZoo and OpenSpiel come with the extra `env`
and are imported only by the module that speaks to each of them.
"""
