"""Compiled functions and CUDA graphs: work that is recorded once and then replayed by the GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import torch

WARM_UP = 3  # runs before a recording; libraries initialise in the first ones

Work = Callable[[], None]
Function = TypeVar("Function", bound=Callable[..., object])


def fused(work: Function, device: str) -> Function:
    """The function compiled into few kernels on a GPU; without a compiler the function itself."""
    if device == "cpu":
        return work
    torch._dynamo.config.suppress_errors = True  # without a compiler the function runs as it is written
    compiled: Function = torch.compile(work, dynamic=False)
    return compiled


def recorded(work: Work, warm_up: int = WARM_UP) -> Work:
    """A function that replays the work as a CUDA graph. The work runs `warm_up` times before it is recorded."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(warm_up):
            work()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        work()
    torch.cuda.synchronize()
    return graph.replay
