"""The visit that a request makes: kept by the headers that say it, and nobody gets another one's."""

from __future__ import annotations

from itsdangerous import URLSafeSerializer
from starlette.requests import Request

from ludotheque.web.middleware.visitor import LONGEST_KNOWN, _visit, visit_of
from ludotheque.web.settings import Settings
from ludotheque.web.tables.visitors import token_of
from ludotheque.web.views.visit import Visit

SETTINGS = Settings("sqlite://", "a secret of this test")
ANN = "visitor=" + str(URLSafeSerializer(SETTINGS.secret, salt="visitor").dumps("ann"))


def visit(*cookies: str, path: str = "/", query: bytes = b"", **headers: str) -> Visit:
    """The visit of a request with these cookies, one a header, and other headers."""
    sent = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    sent += [(b"cookie", cookie.encode("latin-1")) for cookie in cookies]
    scope = {"type": "http", "scheme": "http", "path": path, "query_string": query, "headers": sent}
    request = Request(scope)
    made = visit_of(request, SETTINGS)
    assert visit_of(request, SETTINGS) is made  # throughout the request
    return made


def test_visitors_without_a_cookie_have_ids_and_tokens_of_their_own() -> None:
    one, other = visit(host="a.test"), visit(host="a.test")
    assert one.visitor != other.visitor
    assert not one.known
    assert [each.token for each in (one, other)] == [token_of(each.visitor) for each in (one, other)]
    assert visit("token=fox").token == "fox"


def test_the_headers_make_the_visit() -> None:
    said = {"host": "a.test", "accept_language": "nl,en;q=0.5", "hx_request": "true"}
    first = visit(f"{ANN}; theme=dark; name=Ann", path="/t/x", query=b"eyes=1", **said)
    assert visit(ANN, "theme=dark", "name=Ann", path="/t/x", query=b"eyes=1", **said) == first  # as HTTP/2 sends them
    assert (first.visitor, first.known, first.theme, first.name) == ("ann", True, "dark", "Ann")
    assert (first.language, first.htmx, first.here, first.site) == ("nl", True, "/t/x?eyes=1", "http://a.test")
    assert visit(ANN, path="/", host="b.test") != visit(ANN, path="/", host="a.test")
    assert not visit(ANN[:-1], host="a.test").known


def test_long_headers_are_not_kept() -> None:
    before = _visit.cache_info().currsize
    assert visit(f"{ANN}; more={'x' * LONGEST_KNOWN}", host="a.test").visitor == "ann"
    assert _visit.cache_info().currsize == before
