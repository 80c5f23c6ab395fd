"""Templates, filled in."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ludotheque.core.words import LANGUAGES
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.views.context import Page

FOLDER = Path(__file__).parent.parent

environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@functools.cache
def macro(name: str) -> Callable[..., Markup]:
    """A macro that fills in a part of a table."""
    modules = (environment.get_template(f"{file}.jinja").module for file in ("parts/pieces", "parts/rail", "macros"))
    found: Callable[..., Markup] = next(getattr(module, name) for module in modules if hasattr(module, name))
    return found


def render(template: str, visit: Visit, body: Any, title: str = "") -> str:
    """A template for a visitor: `page`, `body` and `t` are all that it gets."""
    page = Page(
        language=visit.language,
        languages=LANGUAGES,
        theme=visit.theme,
        helper=visit.helper,
        colour_blind=visit.colour_blind,
        name=visit.name,
        here=visit.here,
        title=title or visit.speech.say("titles.home"),
    )
    return environment.get_template(template).render(page=page, body=body, t=visit.speech.say)
