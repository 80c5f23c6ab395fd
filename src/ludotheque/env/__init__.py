"""Research environments: observations as arrays, data sets, and interfaces for Gymnasium, PettingZoo and OpenSpiel.

    import gymnasium
    import ludotheque.env
    env = gymnasium.make("ludotheque/Sintra-v2", opponents=["greedy"])

`observing` and `dataset` need only NumPy. The other libraries come with the extra `env`; each is imported only by its
own module, except that importing this package registers all games with Gymnasium where it is installed.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from ludotheque.env.registering import register

    register()
