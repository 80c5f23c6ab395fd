"""Form: the fields of a post."""

from __future__ import annotations

from urllib.parse import unquote_plus

from starlette.requests import ClientDisconnect, Request

from ludotheque.web.tables.refusal import Refusal

MOST_FIELDS = 100
SWITCHED_ON = (["false", "true"], ["0", "1"], ["off", "on"])  # a checkbox that is on sends its off value first


def whole_number(text: str) -> int | None:
    """A number of at most nine decimal digits; None for other texts."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


class Form:
    """The fields of a post. A field that is missing or malformed is refused."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    @classmethod
    async def read(cls, request: Request, most: int) -> Form:
        """Reads a urlencoded form of at most `most` bytes; refuses other bodies."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refusal(413, "too_long")
        except ClientDisconnect:
            raise Refusal(400, "bad_form") from None
        if not body:
            return cls({})
        if kind != "application/x-www-form-urlencoded":
            raise Refusal(415, "no_form")
        try:
            return cls(fields_in(body.decode("utf-8")))
        except UnicodeDecodeError:
            raise Refusal(422, "bad_form") from None

    def has(self, name: str) -> bool:
        """Whether the form has a field."""
        return name in self._fields

    def text(self, name: str, default: str | None = None) -> str:
        """A field as text."""
        values = self._fields.get(name, [] if default is None else [default])
        if len(values) != 1:
            raise Refusal(422, "bad_form")
        return values[0]

    def switch(self, name: str, default: str) -> str:
        """A field that may be a checkbox."""
        values = self._fields.get(name, [])
        return values[1] if values in SWITCHED_ON else self.text(name, default)

    def number(self, name: str) -> int:
        """A field that is a whole number."""
        number = whole_number(self.text(name))
        if number is None:
            raise Refusal(422, "bad_form")
        return number

    def optional_number(self, name: str) -> int | None:
        """A field that is a whole number or missing."""
        return self.number(name) if self._fields.get(name, [""]) != [""] else None

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """A field that is one of `choices`."""
        text = self.switch(name, default)
        if text not in choices:
            raise Refusal(422, "bad_form")
        return text


def fields_in(text: str) -> dict[str, list[str]]:
    """The fields of a urlencoded text that is not empty; refuses malformed ones."""
    pairs, fields = [pair.partition("=") for pair in text.split("&")], dict[str, list[str]]()
    if len(pairs) > MOST_FIELDS:
        raise Refusal(422, "bad_form")
    for name, equals, value in pairs:
        if not equals:
            raise Refusal(422, "bad_form")
        fields.setdefault(unquote_plus(name), []).append(unquote_plus(value))
    if "%00" in text or "\0" in text:
        raise Refusal(422, "bad_form")
    return fields
