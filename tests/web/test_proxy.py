"""A game through the reverse proxy of `deploy/nginx.conf`, by HTTPS; `make test` installs nginx."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.web.serving import serving

ROOT = Path(__file__).parent.parent.parent
NAME = "games.example.org"
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}", "HX-Request": "true"}

AROUND = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/ludotheque.conf;
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def proxied(folder: Path, server: str) -> Iterator[tuple[int, int]]:
    """Runs nginx with our configuration, free ports and a test certificate; yields the ports of HTTP and HTTPS."""
    plain, safe = free_port(), free_port()
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    subprocess.run(
        [*command, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True
    )
    ours = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    ours = re.sub(r"^ *listen \[::\].*\n", "", ours, flags=re.MULTILINE)
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ", f"listen 127.0.0.1:{safe} "),
        ("127.0.0.1:8000;", f"{urlsplit(server).netloc};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "cert.pem")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem")),
        ("/var/log/nginx/ludotheque.log", str(folder / "access.log")),
    ):
        assert old in ours, old
        ours = ours.replace(old, new)
    (folder / "ludotheque.conf").write_text(ours, encoding="utf-8")
    user = "user root;" if Path("/root").owner() == Path(folder).owner() == "root" else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user), encoding="utf-8")
    process = subprocess.Popen(
        ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(safe, folder)
        yield plain, safe
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(port: int, folder: Path) -> None:
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError((folder / "error.log").read_text())


class Browser:
    """A visitor who speaks HTTPS and keeps the cookies."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies: dict[str, str] = {}
        self._connections: list[http.client.HTTPConnection] = []
        self._trust = ssl.create_default_context()
        self._trust.check_hostname, self._trust.verify_mode = False, ssl.CERT_NONE

    def ask(self, method: str, path: str, **fields: object) -> http.client.HTTPResponse:
        """Sends a request and returns the response, with its body unread."""
        connection = http.client.HTTPSConnection("127.0.0.1", self._port, timeout=60, context=self._trust)
        self._connections.append(connection)
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Host": NAME, "Cookie": cookies} | (FORM if method == "POST" else {})
        connection.request(method, path, urlencode(fields) if fields else None, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            assert "Secure" in cookie
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer

    def close(self) -> None:
        """Hangs up."""
        for connection in self._connections:
            connection.close()


def next_event(stream: http.client.HTTPResponse) -> tuple[int, str]:
    """The number and the text of the next event."""
    number, lines = -1, []
    while (line := stream.readline().decode().rstrip("\n")) or number < 0:
        if line.startswith("id: "):
            number = int(line[4:])
        elif number >= 0:
            lines.append(line)
    return number, "\n".join(lines)


@pytest.mark.server
def test_a_game_is_played_through_the_proxy(tmp_path: Path) -> None:
    (tmp_path / "nginx").mkdir()
    started = serving(tmp_path, "--proxies", "127.0.0.1", LUDOTHEQUE_METRICS="*", LUDOTHEQUE_THINK_PROCESSES="0")
    with started as server, proxied(tmp_path / "nginx", server.address) as (plain, safe):
        moved = http.client.HTTPConnection("127.0.0.1", plain, timeout=60)
        moved.request("GET", "/mine", headers={"Host": NAME})
        answer = moved.getresponse()
        assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}/mine")
        moved.close()

        ann = Browser(safe)
        assert ann.ask("GET", "/").status == 200
        assert ann.ask("GET", "/metrics").status == 404
        made = ann.ask("POST", "/new/sintra", **{"seats": 2, "seat-0": "me", "seat-1": "me"})
        table = str(made.getheader("HX-Redirect"))
        stream = ann.ask("GET", f"{table}/events?since=0")
        version, text = next_event(stream)
        for _ in range(3):
            seat = re.search(r'data-seat="(\d+)"', text)
            action = re.search(r'class="[^"]*\blegal\b[^"]*"[^>]*data-action="(\d+)"', text) or re.search(
                r'data-action="(\d+)"', text
            )
            assert seat is not None
            assert action is not None
            played = ann.ask("POST", f"{table}/play", seat=seat[1], version=version, action=action[1])
            assert played.status == 200, played.read()
            newer, text = next_event(stream)  # it comes at once: nothing on the way keeps it back
            assert newer > version
            version = newer
        stream.close()
        assert ann.ask("POST", "/join", code="x" * 40_000).status == 413
        ann.close()
    assert "Traceback" not in server.complaints
    assert table not in (tmp_path / "nginx" / "access.log").read_text()
