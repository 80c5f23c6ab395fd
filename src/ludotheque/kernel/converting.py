"""Observations in the type and width that a network wants, on either device."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.contract.observation import length
from ludotheque.contract.reading import shown
from ludotheque.errors import Error

from .arrays import AnyArray
from .edition import Edition

DTYPES = {"int16": np.int16, "int8": np.int8, "float16": np.float16, "float32": np.float32, "bfloat16": np.uint16}
"""The types of observations, and NumPy's type that holds them: it has no bfloat16, so those are 16 bits each."""


def check_dtype(dtype: str) -> str:
    """The name of the type; raises if observations cannot have it."""
    if dtype not in DTYPES:
        raise Error(f"Observations are {', '.join(DTYPES)}, not {shown(dtype)}.")
    return dtype


def width(edition: Edition, players: int, present: bool) -> int:
    """The numbers of an observation; with `present` without the seats where nobody sits, which come last."""
    table = edition.module("observe")
    if not present:
        return int(table.OBSERVATION)
    return length(table.COMMON, (), 0) + players * length(table.EACH_SEAT, (), 0)


def convert(xp: Any, rows: AnyArray, dtype: str) -> AnyArray:
    """Rows of int16 in another type. A number beyond the range of int8 becomes the nearest one."""
    if dtype == "int8":
        return xp.clip(rows, -128, 127).astype(np.int8)
    if dtype == "bfloat16":
        bits = xp.ascontiguousarray(rows, np.float32).view(np.uint32)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)  # to the nearest, of two the even one
    return rows.astype(DTYPES[dtype])
