"""The server process: a socket, uvicorn on it, and an end that does not wait for pages that only listen."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from typing import TYPE_CHECKING

import uvicorn

from ..base.errors import UsageError
from ..base.version import __version__
from .connection import MOST, Connection
from .hosting.log import LOG
from .middleware import Hosts

if TYPE_CHECKING:
    from .middleware import AccessMiddleware

PORT = 8137
KEEP_ALIVE = 5
"""Seconds that a connection stays open for the next request."""
GRACE = 1
"""Seconds that answers may take once the server ends."""
HEAD = 1 << 14
"""Bytes of the head of a request."""
GONE = 30
"""Seconds after which a browser that acknowledges nothing has gone, where the system can tell."""


class Server(uvicorn.Server):
    """A server that ends at once: it closes its event streams first."""

    def __init__(self, guard: AccessMiddleware) -> None:
        self.guard = guard
        config = uvicorn.Config(
            guard,
            http=Connection,
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            log_level="error",
            access_log=False,  # addresses are secrets
            proxy_headers=False,  # the guard knows whom to believe
            server_header=False,
            limit_concurrency=MOST + 1,
            backlog=256,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=HEAD,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        where = [one.getsockname() for one in sockets or ()]
        LOG.info(
            "start: tilewright %s at %s", __version__, ", ".join(f"{at[0]} port {at[1]}" for at in where)
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.guard.end()
        await super().shutdown(sockets)
        LOG.info("stop")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. UsageError says why it cannot, and what to do."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise UsageError(f"--host {host}: there is no such address on this machine") from error
    found = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * GONE)
        found.bind(where)
        found.listen(256)
    except OSError as error:
        found.close()
        raise UsageError(_unbound(host, port, error)) from error
    found.setblocking(False)
    return found


def _unbound(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is in use, perhaps by another tilewright serve; end that one, or take "
            f"another port: --port {port + 1 if port < 65535 else 8137}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than you have; take one above 1023: --port {PORT}"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host}: this machine does not have that address; 0.0.0.0 stands for all that it has"
    return f"port {port} of {host} cannot be listened to: {error.strerror or error}"


def local(sock: socket.socket) -> bool:
    """True if only this machine reaches the socket."""
    return ipaddress.ip_address(sock.getsockname()[0].partition("%")[0]).is_loopback


def everywhere(sock: socket.socket) -> bool:
    """True if the socket listens at all addresses of this machine."""
    return ipaddress.ip_address(sock.getsockname()[0].partition("%")[0]).is_unspecified


def hosts(sock: socket.socket, host: str, names: list[str]) -> Hosts:
    """The host names of a server at this socket: those given, its addresses, the machine's own name."""
    found = {name.lower() for name in names}
    if not local(sock):
        machine = socket.gethostname().lower()
        found |= {host.lower(), machine, f"{machine.partition('.')[0]}.local"}
    return Hosts(names=frozenset(found), addresses=everywhere(sock))


def base(sock: socket.socket, name: str) -> str:
    """Return the beginning of addresses that other people can use: `http://192.168.1.20:8137`."""
    if name in ("", "0.0.0.0", "::"):
        name = _outward(sock.family) or ("::1" if sock.family == socket.AF_INET6 else "127.0.0.1")
    return f"http://{f'[{name}]' if ':' in name else name}:{sock.getsockname()[1]}"


def _outward(family: int) -> str:
    """The address by which others in the network reach this machine; "" without a network. Nothing is sent."""
    far = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
