"""Templates, filled in."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ludotheque.core.words import LANGUAGES
from ludotheque.web.middleware.visitor import Visit


@dataclass(frozen=True)
class Page:
    """What every page knows."""

    language: str  # en, fr or nl
    languages: tuple[str, ...]
    theme: str  # "light", "dark" or "" for what the system says
    helper: bool  # whether phases are explained the first time they are met
    colour_blind: bool  # whether boards use their layout for people who cannot tell the colours apart
    name: str  # what the visitor is called, or ""
    here: str  # this page's path and query: `back` of the settings form
    title: str  # of the browser's tab


FOLDER = Path(__file__).parent.parent

environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
environment.globals["modules"] = sorted(path.name for path in (FOLDER / "static/js").glob("*.js"))


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
