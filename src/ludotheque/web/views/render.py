"""Renders templates."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ludotheque.core.words import LANGUAGES
from ludotheque.web.views.common import rule_link
from ludotheque.web.views.compiling import SpokenEnvironment
from ludotheque.web.views.speech import speech
from ludotheque.web.views.visit import Visit

WEB = Path(__file__).parent.parent

# Macros of few hashable values: the same ones are rendered again and again. Those of a file come before their users.
SMALL = {"macros": ("icon", "shape", "face", "pic", "rule", "signed", "plain"), "parts/steps": ("step", "past")}


@functools.lru_cache(1 << 12)
def _small(render: Callable[..., Markup], *values: Hashable, **more: Hashable) -> Markup:
    return render(*values, **more)


@functools.cache
def templates(language: str) -> SpokenEnvironment:
    """The templates in a language."""
    environment = SpokenEnvironment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.speech = speech(language)
    environment.globals |= {
        "languages": LANGUAGES,
        "modules": sorted(path.name for path in (WEB / "static/js").glob("*.js")),
        "rule_link": rule_link,
    }
    for file, names in SMALL.items():
        module = environment.get_template(f"{file}.jinja").module
        for name in names:
            setattr(module, name, functools.partial(_small, getattr(module, name)))
    return environment


@functools.cache
def macro(name: str, language: str = LANGUAGES[0]) -> Callable[..., Markup]:
    """A macro that renders a part of a table; one that says nothing is the same in all languages."""
    modules = (
        templates(language).get_template(f"{file}.jinja").module
        for file in ("parts/pieces", "parts/rail", "macros", "parts/company", "parts/companion")
    )
    found: Callable[..., Markup] = next(getattr(module, name) for module in modules if hasattr(module, name))
    return found


def render(template: str, visit: Visit, body: Any, title: str = "") -> str:
    """A template for a visitor; `views/__init__.py` says what each template gets."""
    title = title or visit.speech.say("titles.home")
    return (
        templates(visit.speech.language)
        .get_template(template)
        .render(visit=visit, title=title, body=body, t=visit.speech.say)
    )
