"""Work that is recorded once and then repeated by the GPU on its own."""

from __future__ import annotations

from collections.abc import Callable

import torch

WARM_UP = 3  # rounds before a recording, as libraries prepare themselves in the first ones

Work = Callable[[], None]


def recorded(work: Work, on_stream: Callable[[int], None] = lambda handle: None, warm_up: int = WARM_UP) -> Work:
    """The same work as a CUDA graph; `on_stream` is told on which stream kernels of other libraries must be launched.

    The work is done `warm_up` times on the way.
    """
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        on_stream(side.cuda_stream)
        for _ in range(warm_up):
            work()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        on_stream(torch.cuda.current_stream().cuda_stream)
        work()
    on_stream(0)
    torch.cuda.synchronize()
    return graph.replay
