"""What the process has loaded from which a storm forks its servers: their code, and the pages of tables."""

from __future__ import annotations

import gc

from ludotheque.core.words import LANGUAGES
from ludotheque.web.views.render import macro, templates
from tests.web.torture import victim

__all__ = ["victim"]

for language in LANGUAGES:
    for page in ("home", "table", "error", "parts/table", "parts/refusal"):
        templates(language).get_template(f"{page}.jinja")
    macro("icon", language)
gc.freeze()
