"""Words as data: `words/<language>.toml` of a game or of a part of the program.

What a game does not say in a language it says in English, and what it does not say at all, the defaults say.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.reading import shown
from ludotheque.errors import UnknownName
from ludotheque.kernel.places import PACKAGE_FOLDER, folder_of

DEFAULTS = PACKAGE_FOLDER / "defaults"
LANGUAGES = ("en", "fr", "nl")

# French shortens "de" before a vowel: d’Élise, d’Henri, d’Yves, but de Hans, de Yann.
DE = re.compile(r"\b([Dd])e {(\w+)}")
NAMED = re.compile(r"\{(\w+\.\w+)\}")  # the name of a piece in a sentence (`contract.reading.name_of`)
FIELD = re.compile(r"[\w.\[\]]+")  # a field of a position or a box
WITH_GAPS = re.compile(r"\{\w+\}")
GAP = re.compile(r"\\\{(\w+)\\\}")  # a gap in an escaped pattern
ELIDES = re.compile(r"[aâàäeéèêëiîïoôöuûùüæœ]|h[eéèêiîoôuy]|y[^aeéèiou]", re.IGNORECASE)


class Words:
    """The words of a game, or of a part of the program, in one language."""

    def __init__(self, path: Path, language: str, under: Sequence[Path] = ()) -> None:
        """Reads a file, and under it others that say what it does not say."""
        self.language = language
        self._words: dict[str, Any] = {}
        self._english: dict[str, Any] = {}
        for file in (*under, path):
            if file.exists() or file == path:
                read = tomllib.loads(file.read_text(encoding="utf-8"))
                self._words = merged(self._words, read)
                self._english = merged(self._english, read) if file.stem == "en" else self._english

    def find(self, key: str) -> Any:
        """What stands under a key such as "rules.S23"; a KeyError if nothing does.

        A number is the place in a list, or is left out where one sentence stands for all.
        """
        section, _, name = key.partition(".")
        found = self._words[section]
        if not name or name in found:
            return found[name] if name else found
        name, _, number = name.rpartition(".")
        if name in found and number.isdigit():
            return found[name][int(number)] if isinstance(found[name], list) else found[name]
        return found["_"] if "_" in found else found[key.partition(".")[2]]

    def get(self, key: str, default: Any) -> Any:
        """What stands under a key, or the default if nothing does."""
        try:
            return self.find(key)
        except KeyError:
            return default

    def explain(self, name: str) -> list[str]:
        """All texts under a name in any section, such as the name and the effect of a card."""
        sections = [section for section in self._words.values() if isinstance(section, dict)]
        return [
            text
            for section in sections
            for key, text in section.items()
            if key.casefold() == name.casefold() and isinstance(text, str) and "{" not in text
        ]

    def say(self, phrase: Phrase, names: Sequence[str] = ()) -> str:
        """The phrase in words; with `names`, players are called by them instead of by their seats."""
        key, gaps = phrase
        if not gaps:
            return self.sentence(key)
        if names and key == "terms.seat":
            return str(names[gaps["number"] - 1])
        for gap, value in gaps.items():
            if isinstance(value, Phrase):
                gaps = gaps | {gap: Code(self.say(value, names))}
        return self.sentence(key, **gaps)

    # The same few sentences are said again and again. A text and a Code of the same letters differ: hence `typed`.
    @functools.lru_cache(1 << 14, typed=True)  # noqa: B019 (the words of a language are kept for ever)
    def sentence(self, key: str, /, **gaps: Any) -> str:
        """A sentence with no phrases in its gaps."""
        count = gaps.get("count", 1)
        filled = {gap: self._fill(value, count) for gap, value in gaps.items()}
        sentence = self._form(self.find(key), count)
        if self.language == "fr":
            sentence = DE.sub(lambda de: f"{de[1]}’{{{de[2]}}}" if ELIDES.match(filled[de[2]]) else de[0], sentence)
        return sentence.format(**filled)

    def term(self, key: str, count: int = 1) -> str:
        """A word in the form for a count."""
        return self._form(self.find(key), count)

    def translated(self, sentence: str) -> str:
        """An English sentence that names what is wrong, in this language: one of the section `problems`.

        A sentence that the section does not know stays as it is. The names of pieces are put in.
        """
        for key, pattern in self._patterns:
            if found := pattern.fullmatch(sentence):
                gaps = {gap: self.told(text) if gap == "problem" else text for gap, text in found.groupdict().items()}
                sentence = self.find(f"problems.{key}").format_map(gaps)
                break
        return NAMED.sub(lambda name: self.term(name[1]) if self.get(name[1], "") else name[1], sentence)

    def told(self, problem: object) -> str:
        """What is wrong, in this language; the field before each sentence stays as it is."""
        return " ".join(map(self._told_line, str(problem).splitlines()))

    def _told_line(self, line: str) -> str:
        field, colon, sentence = line.partition(": ")
        if colon and FIELD.fullmatch(field):
            return f"{field}{colon}{self.translated(sentence)}"
        return self.translated(line)

    @functools.cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        """The English sentences of the section `problems`, with their keys; those that say most come first."""
        known = sorted(self._english.get("problems", {}).items(), key=lambda entry: -len(WITH_GAPS.sub("", entry[1])))
        return [(key, re.compile(GAP.sub(r"(?P<\1>.+)", re.escape(text)))) for key, text in known]

    def _fill(self, value: Any, count: int) -> str:
        return self.term(value, count) if isinstance(value, str) and not isinstance(value, Code) else str(value)

    def _form(self, found: Any, count: int) -> str:
        if isinstance(found, dict):
            alone = count in (0, 1) if self.language == "fr" else count == 1
            found = found["none" if count == 0 and "none" in found else "one" if alone else "other"]
        return str(found)


class Speech:
    """The sentences of a part of the program in one language: `words/<language>.toml` in its folder."""

    def __init__(self, folder: Path, language: str) -> None:
        self.language = language
        self.words = _read(folder, known_language(language))
        self._said = functools.cache(self._filled)  # a sentence without gaps is always the same

    def say(self, key: str, **gaps: int | str) -> str:
        """A sentence with its gaps filled."""
        return self._filled(key, **gaps) if gaps else self._said(key)

    def _filled(self, key: str, **gaps: int | str) -> str:
        filled = {name: Code(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return self.words.sentence(key, **filled)


def words(game: str, language: str) -> Words:
    """The words of a game in a language."""
    return _words(str(folder_of(game)), known_language(language))


def known_language(language: str) -> str:
    """The language, if we speak it; raises UnknownName for any other."""
    if language not in LANGUAGES:
        raise UnknownName(f"There is no language {shown(language)}: choose {', '.join(LANGUAGES)}.")
    return language


@functools.cache
def _words(folder: str, language: str) -> Words:
    folders, languages = (DEFAULTS, Path(folder)), dict.fromkeys(("en", language))
    files = [place / "words" / f"{each}.toml" for place in folders for each in languages]
    *under, last = files if files[-1].exists() else files[:-1]
    return Words(last, language, under)


@functools.cache
def _read(folder: Path, language: str) -> Words:
    return Words(folder / "words" / f"{language}.toml", language)


def merged(words: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """The words with some of them replaced."""
    tables = [key for key, other in others.items() if isinstance(other, dict) and isinstance(words.get(key), dict)]
    return words | others | {key: merged(words[key], others[key]) for key in tables}
