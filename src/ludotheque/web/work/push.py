"""Web Push: an encrypted message to the address that a browser gave us (RFC 8030, 8188, 8291, 8292).

An address comes from a visitor, so it may be hostile: it must be an HTTPS address of a public host. The host is
resolved once, every address of it must be public, and the connection goes to the address that was checked. Redirects
are not followed, and of the answer only the status is read.
"""

from __future__ import annotations

import binascii
import http.client
import secrets
import socket
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from ludotheque.web.storage.nudges import PushAddress
from ludotheque.web.tables.clock import DAY, HOUR
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work.deliveries import SERVICES, NameLookups, domain_of

CONNECT = 4.0  # seconds for each step of a connection
DELIVER = 6.0  # seconds for the whole delivery
LIFE = DAY  # seconds for which a push service keeps a message
SIGNED = 12 * HOUR  # seconds for which a signature counts; push services allow a day
LONGEST_ENDPOINT = 500
POINT, SECRET = 65, 16  # bytes of a browser's keys
# IPv4 addresses in another form, those of sites, documents, segments and relays, which Python calls public.
NOT_PUBLIC = tuple(
    map(
        ip_network,
        ("64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10", "3fff::/20", "5f00::/16", "192.0.0.0/24", "192.88.99.0/24"),
    )
)
GONE = (404, 410)
BUSY = (429, 503)

_lookups = NameLookups()


class DeliveryProblem(Exception):
    """A message that was not delivered."""

    def __init__(self, reason: str, gone: bool = False, busy: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone  # the browser does not want messages any more
        self.busy = busy  # the push service has no time now


@dataclass(frozen=True)
class PushHost:
    """The host of an endpoint, resolved to addresses that may be connected to."""

    secure: bool
    name: str
    port: int
    addresses: tuple[str, ...]


def new_key() -> str:
    """A new private key of a server, as the database keeps it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def public_key(key: str) -> str:
    """The public part of a server's key, for browsers."""
    point = Vapid02.from_raw(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def decoded(text: str, length: int) -> bytes:
    """The bytes of a browser's key; refuses other texts."""
    try:
        found = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != length:
        raise Refusal(422, "bad_push")
    return found


def check_keys(p256dh: str, auth: str) -> None:
    """Refuses keys that cannot encrypt anything."""
    decoded(auth, SECRET)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh, POINT))
    except ValueError:
        raise Refusal(422, "bad_push") from None


def is_service(endpoint: str) -> bool:
    """Whether an endpoint belongs to the push service of a usual browser."""
    with suppress(ValueError):
        return domain_of(urlsplit(endpoint).hostname or "") in SERVICES
    return False


def host_of(endpoint: str, to_loopback: bool = False) -> PushHost:
    """The host of an endpoint; refuses all but HTTPS to a public host. Resolving takes time: call it in a thread."""
    try:
        parts = urlsplit(endpoint)
        host, port, plain = parts.hostname or "", parts.port, endpoint.isascii() and endpoint.isprintable()
    except ValueError:
        raise Refusal(422, "bad_push") from None
    secure = parts.scheme == "https"
    usual = secure and port in (None, 443)
    if not plain or " " in endpoint or len(endpoint) > LONGEST_ENDPOINT or not host or "@" in parts.netloc:
        raise Refusal(422, "bad_push")
    if not usual and not (to_loopback and parts.scheme == "http"):
        raise Refusal(422, "bad_push")
    number = port or (443 if secure else 80)
    try:
        found = _lookups.addresses(host, number, CONNECT)
    except TimeoutError:
        raise Refusal(503, "bad_push") from None
    except (OSError, UnicodeError):
        raise Refusal(422, "bad_push") from None
    if not found or not all(is_public(ip_address(each), to_loopback) for each in found):
        raise Refusal(422, "bad_push")
    families = {ip_address(each).version: each for each in reversed(found)}  # some networks have only one of them
    return PushHost(secure, host, number, tuple(dict.fromkeys((found[0], *families.values()))))


def is_public(address: IPv4Address | IPv6Address, to_loopback: bool = False) -> bool:
    """Whether anybody may connect to an address; IPv4 addresses in the clothes of IPv6 may hide private ones."""
    if to_loopback and address.is_loopback:
        return True
    if isinstance(address, IPv6Address):
        disguised = address.ipv4_mapped or address.sixtofour or address.teredo or address.scope_id
        if disguised:
            return False
    if any(address in network for network in NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def encrypted(payload: bytes, address: PushAddress) -> bytes:
    """The message as only the browser can read it."""
    sealed: bytes = http_ece.encrypt(
        payload,
        salt=secrets.token_bytes(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(address.p256dh, POINT),
        auth_secret=decoded(address.auth, SECRET),
        version="aes128gcm",
    )
    return sealed


def deliver(payload: bytes, address: PushAddress, topic: str, key: str, to_loopback: bool = False) -> None:
    """Sends a message; raises DeliveryProblem if it does not arrive. It takes at most DELIVER seconds."""
    try:
        host = host_of(address.endpoint, to_loopback)
    except Refusal as refusal:
        raise DeliveryProblem("its host is not public or not found", busy=refusal.status == BUSY[1]) from None
    parts = urlsplit(address.endpoint)
    origin = f"{parts.scheme}://{parts.netloc}"
    claims = {"aud": origin, "exp": int(time.time()) + SIGNED, "sub": address.site}
    signer = Vapid02.from_raw(key.encode())
    signer.conf = {"no-strict": True}  # else a site on this computer, without HTTPS, could not sign
    headers = {
        **signer.sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE),
        "Topic": topic,  # a newer message replaces one that still waits
        "Urgency": "normal",
    }
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    status = _post(host, target, encrypted(payload, address), headers)
    if not 200 <= status < 300:
        raise DeliveryProblem(f"status {status}", gone=status in GONE, busy=status in BUSY)


def _post(host: PushHost, target: str, body: bytes, headers: dict[str, str]) -> int:
    """Posts to one of the addresses that were checked, and returns the status."""
    connection = http.client.HTTPConnection(host.name, host.port, timeout=CONNECT)
    late = threading.Event()
    ends = threading.Timer(DELIVER, _cut, [connection, late])  # a server that sends a byte now and then is slow, too
    ends.daemon = True
    ends.start()
    try:
        connection.sock = plain = _connected(host)
        check_in_time(late)  # nothing was cut while there was no connection
        if host.secure:
            secured = ssl.create_default_context().wrap_socket(
                plain, server_hostname=host.name, do_handshake_on_connect=False
            )
            connection.sock = secured
            check_in_time(late)
            secured.do_handshake()
        connection.request("POST", target, body, headers)
        status = connection.getresponse().status
        check_in_time(late)  # it was cut in the middle of the answer
        return status
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise DeliveryProblem(str(problem) or type(problem).__name__) from None
    finally:
        ends.cancel()
        connection.close()


def _connected(host: PushHost) -> socket.socket:
    """A connection to the first address of a host that answers."""
    *others, last = host.addresses
    for address in others:
        with suppress(OSError):
            return socket.create_connection((address, host.port), CONNECT / 2)
    return socket.create_connection((last, host.port), CONNECT)


def check_in_time(late: threading.Event) -> None:
    """Ends a delivery that takes too long."""
    if late.is_set():
        raise DeliveryProblem("it answers too slowly")


def _cut(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    """Ends a connection that takes too long."""
    late.set()
    with suppress(OSError):
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
