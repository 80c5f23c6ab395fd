"""Fields in the reference: the comment beside a field of a class is its explanation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension


class FieldComments(Extension):
    """Reads the comments of fields that have no other text."""

    def on_attribute_instance(self, *, attr: Any, **_: Any) -> None:
        """Explains a field by the comment that ends its line."""
        if attr.docstring is None and attr.parent.is_class and not attr.name.startswith("_"):
            said = re.search(r"\s#\s+(.+)$", "".join(attr.lines[-1:]))
            attr.docstring = Docstring(said[1] if said else "", parent=attr)
