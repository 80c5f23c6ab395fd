"""Work on kept threads: every game once, also after a failure and in a forked process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ludotheque.kernel.threads import CHUNK, spread

FORKED = f"""
import os
from ludotheque.kernel.threads import spread
spread(lambda first, last: None, {4 * CHUNK}, threads=2)
child = os.fork()
if child == 0:
    spread(lambda first, last: None, {4 * CHUNK}, threads=2)
    os._exit(7)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_every_game_is_worked_on_once_after_a_failure_too() -> None:
    games = 5 * CHUNK + 3

    def fails(first: int, last: int) -> None:
        if last == games:
            raise ArithmeticError(first)

    with pytest.raises(ArithmeticError):
        spread(fails, games, threads=2)
    done = [0] * games

    def counts(first: int, last: int) -> None:
        for game in range(first, last):
            done[game] += 1

    spread(counts, games, threads=2)
    assert set(done) == {1}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that copies processes")
def test_a_copy_of_the_process_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], check=False, timeout=60)
    assert done.returncode == 7
