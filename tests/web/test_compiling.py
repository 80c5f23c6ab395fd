"""Templates compiled to plain calls, for one language."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, TemplateAssertionError, UndefinedError
from markupsafe import Markup, escape

from ludotheque.core.words import LANGUAGES
from ludotheque.web.views.compiling import SpokenEnvironment, escaped
from ludotheque.web.views.speech import speech

VALUES = ("", "plain", "Ann & Bea", "<b>", "it's", '"', Markup("<b>&amp;</b>"), 7, -3, 0, True, None, 1.5, ["<"])
TEMPLATE = """{% macro face(seat, name="nobody") %}<i class="{{ 'mine' if seat == 1 }}">{{ name }}</i>{% endmacro %}
{% for each in each_of %}{{ face(each.seat, name=each.name) }}{{ loop.index }}{% endfor %}
{{ t("log.title") }}{{ t("log.turns", count=2) }}{{ t("log.turns", count=each_of | length) }}{{ face(3) }}"""


class Somebody:
    seat, name = 1, "Ann & <Bea>"


@pytest.mark.parametrize("value", VALUES)
def test_escaped_values_are_those_of_markupsafe(value: object) -> None:
    assert escaped(value) == str(escape(value))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_that_of_plain_jinja(language: str) -> None:
    texts = []
    for kind in (Environment, SpokenEnvironment):
        environment = kind(loader=DictLoader({"it": TEMPLATE}), autoescape=True, undefined=StrictUndefined)
        if isinstance(environment, SpokenEnvironment):
            environment.speech = speech(language)
        texts.append(environment.get_template("it").render(each_of=[Somebody(), Somebody()], t=speech(language).say))
    assert texts[0] == texts[1]
    assert 'class="mine">Ann &amp; &lt;Bea&gt;</i>2' in texts[1]


def test_a_sentence_without_gaps_is_not_asked_for_again() -> None:
    environment = SpokenEnvironment(autoescape=True)
    environment.speech = speech("fr")
    asked: list[str] = []
    made = environment.from_string('{{ t("log.title") }} {{ t(key) }}').render(t=asked.append, key="log.none")
    assert made == f"{escape(speech('fr').say('log.title'))} None"
    assert asked == ["log.none"]


@pytest.mark.parametrize("source", ["{{ f(*values) }}", "{% macro f() %}{{ caller() }}{% endmacro %}"])
def test_what_our_templates_do_without_is_refused(source: str) -> None:
    environment = SpokenEnvironment(autoescape=True)
    environment.speech = speech("en")
    with pytest.raises(TemplateAssertionError, match="do without"):
        environment.from_string(source)


def test_a_macro_refuses_what_it_does_not_know() -> None:
    environment = SpokenEnvironment(autoescape=True, undefined=StrictUndefined)
    environment.speech = speech("en")
    module = environment.from_string("{% macro f(seat, name) %}{{ seat }}{{ name }}{% endmacro %}").module
    assert module.f(1, name="<") == "1&lt;"  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="wrong"):
        module.f(1, "Ann", wrong=2)  # type: ignore[attr-defined]
    with pytest.raises(UndefinedError, match="name"):
        module.f(1)  # type: ignore[attr-defined]
