"""Stands in for Numba in `make check`, where no test may wait for the compiler."""


class CompilerIsHidden(BaseException):
    """Not an `Exception`: players would catch it and go on without a search."""


raise CompilerIsHidden("`make check` runs without Numba: mark a test that compiles with `pytest.mark.compiled`")
