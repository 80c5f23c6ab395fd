"""The GPU: its kernels play the CPU's games in Numba's simulator, and missing parts are reported."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import ludotheque
from ludotheque.kernel.batch import Batch, random_games
from ludotheque.kernel.device import layout, packed, unpacked
from tests.samples import few_kinds, start


@pytest.mark.compiled
@pytest.mark.parametrize("name", ludotheque.games())
def test_kernels_play_the_same_games(name: str) -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.simulated", name], env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr, done.returncode) == ("same games\n", "", 0)


def test_states_on_the_gpu_are_narrow_and_lie_in_different_banks() -> None:
    for kind in few_kinds():
        first = start(kind).state()
        dtype = layout(type(first), kind.players)
        assert dtype.itemsize % 8 == 4
        assert dtype.itemsize < first.dtype().itemsize
        again = unpacked(packed(first, dtype)[0], first)
        assert again.content() == first.content()


@pytest.mark.compiled
def test_without_a_gpu_a_sentence_says_so() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU here: bench/gpu.py compares it with the CPU")
    game = ludotheque.load("sintra")
    first = game.start(2).state()
    with pytest.raises(ludotheque.Error, match="there is no NVIDIA GPU here"):
        random_games(game.compiled, first, 10, device="cuda")
    with pytest.raises(ludotheque.Error, match="there is no NVIDIA GPU here"):
        Batch(game.compiled, first, 10, device="cuda")


@pytest.mark.compiled
def test_without_numba_cuda_a_sentence_says_so() -> None:
    code = (
        "import sys; sys.modules['numba.cuda'] = None\n"
        "from ludotheque.kernel.device import need_gpu; import ludotheque\n"
        "try: need_gpu()\nexcept ludotheque.Error as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "The GPU needs the package numba-cuda: pip install 'ludotheque[gpu]'.\n"


def test_a_device_is_one_of_two() -> None:
    game = ludotheque.load("sintra")
    with pytest.raises(ludotheque.Error, match="not on 'tpu'"):
        random_games(game.compiled, game.start(2).state(), 10, device="tpu")
