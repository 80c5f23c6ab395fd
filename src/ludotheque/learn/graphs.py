"""Work that is compiled into few kernels, recorded once, and then repeated by the GPU on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import torch

WARM_UP = 3  # rounds before a recording, as libraries prepare themselves in the first ones

Work = Callable[[], None]
Function = TypeVar("Function", bound=Callable[..., object])


def fused(work: Function, device: str) -> Function:
    """The same function in few kernels, if the GPU has a compiler at hand; else as it is."""
    if device == "cpu":
        return work
    torch._dynamo.config.suppress_errors = True  # without a compiler the function runs as it is written
    compiled: Function = torch.compile(work, dynamic=False)
    return compiled


def recorded(work: Work, warm_up: int = WARM_UP) -> Work:
    """The same work as a CUDA graph; it is done `warm_up` times on the way."""
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
