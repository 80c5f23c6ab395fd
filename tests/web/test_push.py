"""Deliveries to push services: only by HTTPS to public hosts, and never for long."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ludotheque.web.storage.nudges import PushAddress
from ludotheque.web.work import push
from ludotheque.web.work.deliveries import MOST_LOOKUPS, OTHER_THREADS, DeliveryQueue, NameLookups, domain_of
from ludotheque.web.work.push import DeliveryProblem, deliver
from tests.web.push_receiver import PushBrowser, receiving
from tests.web.site import Site

PUBLIC = "93.184.215.14"


def address_of(browser: PushBrowser) -> PushAddress:
    """The address of a browser, as the database keeps it."""
    endpoint, p256dh, auth = browser.form.values()
    return PushAddress("id", "visitor", endpoint, p256dh, auth, "en", "https://games.example")


HOSTILE = (
    "http://push.example/x", "https://127.0.0.1/x", "https://localhost/x", "https://10.1.2.3/x", "https://[::1]/x",
    "https://169.254.169.254/latest", "https://[fe80::1]/x", "https://[::ffff:10.0.0.1]/x", "https://[64:ff9b::a00:1]/x",
    "https://[fec0::1]/x", "https://[3fff::1]/x", "https://192.88.99.1/x",
    "https://[2002:a00:1::]/x", "https://100.64.0.1/x", "https://0.0.0.0/x", "https://224.0.0.1/x", "https://2130706433/x",
    "https://user@push.example/x", "https://push.example:8443/x", "https://push.example:99999/x", "https:///x",
    "javascript:x", "https://push.example/\u00e9", "https://push.example/ x", "https://push.example/" + "x" * 600, "", "https://[bad/x",
)  # fmt: skip


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Lets push.example have these addresses; addresses have themselves."""
    real = socket.getaddrinfo

    def found(host: str, port: int, **_: Any) -> list[Any]:
        if host == "push.example":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]
        return real(host, port, type=socket.SOCK_STREAM)

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_hostile_addresses_are_refused_in_a_sentence(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.person()
    resolving(monkeypatch, PUBLIC)
    assert ann.post("/push", **PushBrowser("https://push.example/x").form).status_code == 204
    for endpoint in HOSTILE:
        answer = ann.post("/push", **PushBrowser(endpoint).form)
        assert answer.status_code == 422, endpoint
        assert "cannot be sent to this address" in answer.text
    for addresses in (("192.168.1.1",), (PUBLIC, "127.0.0.1"), ()):
        resolving(monkeypatch, *addresses)
        assert ann.post("/push", **PushBrowser("https://push.example/x").form).status_code == 422
    resolving(monkeypatch, PUBLIC)
    right = PushBrowser("https://push.example/x").form
    for bad in ({"auth": "x"}, {"p256dh": right["auth"]}, {"p256dh": "B" + "A" * 86}, {"auth": "\u00e9" * 22}):
        assert ann.post("/push", **(right | bad)).status_code == 422, bad


def test_a_host_that_becomes_private_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = PushBrowser("https://push.example/x")
    address = address_of(browser)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was connected to"))
    resolving(monkeypatch, "10.0.0.1")
    with pytest.raises(DeliveryProblem):
        deliver(b"{}", address, "topic", "key")


def test_a_slow_push_service_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "DELIVER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it accepts, and never answers
        browser = PushBrowser(f"http://127.0.0.1:{silent.getsockname()[1]}/x")
        address = address_of(browser)
        begun = time.monotonic()
        with pytest.raises(DeliveryProblem):
            deliver(b"{}", address, "topic", push.new_key(), to_loopback=True)
        assert time.monotonic() - begun < push.CONNECT


def test_a_slow_host_holds_up_only_its_own_messages() -> None:
    queue, released, arrived, others = DeliveryQueue(), threading.Event(), threading.Event(), list[str]()

    def slow() -> None:
        released.wait(60)

    for number in range(2 * OTHER_THREADS):
        queue.add(f"host-{number}.slow.example", slow)
    queue.add("push.example", arrived.set)
    queue.add("updates.push.services.mozilla.com", lambda: others.append("told"))
    assert arrived.wait(60)
    assert not released.is_set()
    released.set()
    queue.wait()
    assert others == ["told"]
    queue.close()


def test_a_slow_name_server_holds_up_only_its_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    released, asked, lookups = threading.Event(), list[str](), NameLookups()

    def found(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [released.wait(60) if "slow" in host else None] and [(0, 0, 0, "", (PUBLIC, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    for number in range(2 * OTHER_THREADS):
        with pytest.raises(TimeoutError):
            lookups.addresses(f"host-{number}.slow.example", 443, 0.0)
    assert lookups.addresses("push.example", 443, 60.0) == (PUBLIC,)
    assert lookups.addresses("fcm.googleapis.com", 443, 60.0) == (PUBLIC,)
    assert len([host for host in asked if "slow" in host]) <= MOST_LOOKUPS
    released.set()


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("FCM.googleapis.com.", "fcm.googleapis.com"),
        ("a.notify.windows.com", "notify.windows.com"),
        ("fcm.googleapis.com.evil.example", "evil.example"),
        ("evilfcm.googleapis.com", "googleapis.com"),
        ("192.0.2.7", "192.0.2.7"),
    ],
)
def test_hosts_of_one_owner_are_one_domain(host: str, domain: str) -> None:
    assert domain_of(host) == domain


def test_messages_leave_by_tls_for_the_host_that_was_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = self_signed("push.example", tmp_path)
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    with receiving() as service:
        guarded = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        guarded.load_cert_chain(certificate)
        service.server.socket = guarded.wrap_socket(service.server.socket, server_side=True)
        port = service.server.server_port
        for name, arrives in (("push.example", True), ("other.example", False)):
            monkeypatch.setattr(push, "host_of", lambda *_, name=name: push.PushHost(True, name, port, ("127.0.0.1",)))
            browser = PushBrowser("https://push.example/x")
            with nullcontext() if arrives else pytest.raises(DeliveryProblem):
                deliver(b"{}", address_of(browser), "topic", push.new_key())
        assert [browser.path for browser in service.received] == ["/x"]


def self_signed(name: str, folder: Path) -> Path:
    """A certificate of a host and its key, in one file."""
    key, named = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(named, named, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file
