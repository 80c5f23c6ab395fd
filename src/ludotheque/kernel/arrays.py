"""The types of arrays, whatever they hold."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

AnyArray = Any
"""An array of NumPy's, or on a GPU of CuPy's."""
