"""Addresses that somebody gives: their form, and where in the network they may lead. Nothing here asks the network."""

import ipaddress
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say

LONGEST: Final = 2000
PORTS: Final = (443, 8443)
_TRUSTED_PORTS: Final = frozenset((80, 443, 8443))  # of a host that was allowed without a port

_URL: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<target>[^#]*)(?:#.*)?")
_BRACKETS: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::([0-9]{1,5}))?")
_NAMED: Final = re.compile(r"([^:\[\]%@]+)(?::([0-9]{1,5}))?")
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")  # a last label like this makes the whole name a number, as browsers read it
_NOT_IN_URLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ufeff\ud800-\udfff]")
_LONGEST_NAME: Final = 253
_LOCAL_NAMES: Final = frozenset(("localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "arpa"))

# Addresses that are not everybody's. IANA's registries of special addresses, and what tunnels lead through.
_NOT_PUBLIC_4: Final = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network; 0.0.0.0 reaches the machine itself
        "10.0.0.0/8",
        "100.64.0.0/10",  # between a provider and its customers
        "127.0.0.0/8",
        "168.63.129.16/32",  # a public number, but inside of a cloud it is the cloud's own service
        "169.254.0.0/16",  # link-local, with the metadata services of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",  # documentation, as the two below
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
# All public IPv6 addresses are in here. So ::1, mapped IPv4, NAT64, unique local, link-local, site-local and multicast are not.
_GLOBAL_6: Final = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6: Final = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # protocols, with Teredo, benchmarks and ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: an IPv4 address within
        "2620:4f:8000::/48",
        "3fff::/20",  # documentation
    )
)
_ISATAP: Final = (0x00005EFE, 0x02005EFE)  # the middle of an address that has an IPv4 address at its end


class BadAddress(FreightyardError):
    """An address that nothing is sent to, and why, in a sentence for whoever gave it."""


class Destination(msgspec.Struct, frozen=True, kw_only=True):
    """An address in parts, each as it is used. Requests are made from these and never from the text that was given."""

    secure: bool
    host: str  # ASCII, lower case
    port: int
    target: str  # path and query, ASCII
    trusted: bool  # the server's host has allowed it: it may be in a private network, without TLS

    @property
    def authority(self) -> str:
        """The Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.authority}"


class AllowedHosts:
    """Names that the server's host allows beyond public ones: `ntfy.lan`, `ntfy.lan:8080`, `192.168.1.5`."""

    __slots__ = ("_entries",)

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._entries = frozenset(_host_and_port(name.strip()) for name in names if name.strip())

    def __contains__(self, place: tuple[str, int]) -> bool:
        host, port = place
        return (host, port) in self._entries or ((host, None) in self._entries and port in _TRUSTED_PORTS)

    def knows(self, host: str) -> bool:
        """Whether it is allowed at some port."""
        return any(host == name for name, _ in self._entries)


def destination(url: str, allowed: AllowedHosts, ports: Iterable[int] = PORTS) -> Destination:
    """An address in its parts, if its form allows to send there. Raises BadAddress."""
    url = url.strip(" \t\r\n")
    if len(url) > LONGEST:
        raise BadAddress(say.TOO_LONG)
    if _NOT_IN_URLS.search(url):
        raise BadAddress(say.SPACES)
    found = _URL.fullmatch(url)
    if found is None:
        raise BadAddress(say.NOT_AN_ADDRESS)
    scheme = found["scheme"].lower()
    if scheme not in ("https", "http"):
        raise BadAddress(say.NOT_HTTPS)
    if "@" in found["authority"]:
        raise BadAddress(say.USER_INFO)
    host, given = _host_and_port(found["authority"])
    port = given if given is not None else 443 if scheme == "https" else 80
    trusted = (host, port) in allowed
    if not trusted:
        _require_public_form(scheme, host, port, allowed, frozenset(ports))
    target = found["target"] if found["target"].startswith("/") else "/" + found["target"]
    target = quote(target, safe="/?%:@!$&'()*+,;=-._~[]")
    return Destination(secure=scheme == "https", host=host, port=port, target=target, trusted=trusted)


def is_public(text: str) -> bool:
    """Whether an IP address, as the resolver writes it, is one that everybody can reach."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_4)
    if address.scope_id is not None or address not in _GLOBAL_6 or int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
        return False
    return not any(address in network for network in _NOT_PUBLIC_6)


def ascii_name(text: str) -> str:
    """A host name as DNS has it: lower case, letters of other scripts encoded. Raises BadAddress."""
    if not text.isascii():
        import idna

        if len(text) > _LONGEST_NAME:
            raise BadAddress(say.NOT_AN_ADDRESS)
        try:
            text = idna.encode(text, uts46=True).decode("ascii")
        except UnicodeError as error:  # IDNAError is one
            raise BadAddress(say.NOT_AN_ADDRESS) from error
    name = text.lower().removesuffix(".")
    if len(name) > _LONGEST_NAME or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise BadAddress(say.NOT_AN_ADDRESS)
    return name


def _require_public_form(scheme: str, host: str, port: int, allowed: AllowedHosts, ports: frozenset[int]) -> None:
    last = host.rpartition(".")[2]
    if ":" in host or _NUMBER.fullmatch(last):
        raise BadAddress(say.NUMBERS)
    if scheme != "https" and not allowed.knows(host):
        raise BadAddress(say.NOT_HTTPS)
    if last in _LOCAL_NAMES:
        raise BadAddress(say.PRIVATE)
    if last == host:
        raise BadAddress(say.ONE_WORD)
    if port not in ports or scheme != "https":
        raise BadAddress(say.only_ports(ports))


def _host_and_port(authority: str) -> tuple[str, int | None]:
    brackets = _BRACKETS.fullmatch(authority)
    found = brackets or _NAMED.fullmatch(authority)
    if found is None:
        raise BadAddress(say.NOT_AN_ADDRESS)
    port = int(found[2]) if found[2] else None
    if port is not None and not 0 < port < 65536:
        raise BadAddress(say.NOT_AN_ADDRESS)
    if brackets is None:
        return ascii_name(found[1]), port
    try:
        return str(ipaddress.IPv6Address(found[1])), port
    except ValueError as error:
        raise BadAddress(say.NOT_AN_ADDRESS) from error
