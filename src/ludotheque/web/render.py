"""Templates, filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ludotheque.core.words import LANGUAGES
from ludotheque.web.context import Page
from ludotheque.web.visit import Visit

FOLDER = Path(__file__).parent

environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


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
