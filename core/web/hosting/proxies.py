"""Proxies in front of the server: who asks, and whether by TLS. Only those that are trusted are believed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, MutableMapping
from typing import Any, TypeAlias

import attrs

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

HERE = ("127.0.0.0/8", "::1")
"""A proxy on this machine."""
_PORT = re.compile(r"\[(.*)\](?::\d+)?|([\d.]+):\d+")


@attrs.frozen
class Proxies:
    """The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""

    networks: tuple[Network, ...] = ()

    @classmethod
    def at(cls, words: Iterable[str]) -> Proxies:
        """Those at these addresses and networks. ValueError says which word is none, or is everybody."""
        found = tuple(_network(word) for word in words)
        return cls(found)

    def trusts(self, address: str) -> bool:
        """True if a proxy that is trusted has this address."""
        found = _address(address)
        return found is not None and any(found in network for network in self.networks)

    def told(self, scope: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """The request as it came to the first proxy: the right-most address that is none of ours asks.

        What stands left of it anybody may have written, and so may anybody who is no proxy. A word that is no address
        ends the list: then the proxy that has passed it on is the one that asks.
        """
        peer = str((scope.get("client") or ("",))[0])
        if not self.trusts(peer):
            return scope
        asks, words = peer, _values(scope, b"x-forwarded-for")
        for word in reversed(words):
            found = _address(word)
            if found is None:
                break
            asks = str(found)
            if not self.trusts(asks):
                break
        by = next(reversed(_values(scope, b"x-forwarded-proto")), "").lower()
        scheme = by if by in ("http", "https") else scope.get("scheme", "http")
        return {**scope, "client": (asks, 0), "scheme": scheme, "proxy": peer}


def _values(scope: MutableMapping[str, Any], name: bytes) -> list[str]:
    values = [value.decode("latin-1") for one, value in scope["headers"] if one == name]
    return [word.strip() for word in ",".join(values).split(",")]


def _network(word: str) -> Network:
    try:
        found = ipaddress.ip_network(word.strip(), strict=False)
    except ValueError:
        raise ValueError(f"{word}: write an address (172.18.0.2) or a network (172.18.0.0/16)") from None
    if found.prefixlen == 0:
        raise ValueError(f"{word}: that is everybody, who could then claim any address; name your proxy's")
    return found


def _address(word: str) -> Address | None:
    """The address in `ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`; None if it is none."""
    parts = _PORT.fullmatch(word)
    try:
        found = ipaddress.ip_address((parts[1] or parts[2] if parts else word).partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
