"""nginx and Caddy in front of a test's server, by the files of hosting/: only ports, names and paths are others."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

HOSTING = Path(__file__).parents[3] / "hosting"
NAME = "games.example.org"
"""The name in the files."""


def free() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
    return port


def tool(name: str) -> str:
    """The program of this name; the test is skipped where there is none."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"no {name} here: apt-get install {name}")
    return found


def put(text: str, others: Mapping[str, str]) -> str:
    """The text with these words in place of those that it must hold."""
    for old, new in others.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that signs itself, for the name and for localhost, with its key."""
    found, key = folder / "cert.pem", folder / "key.pem"
    if not found.exists():
        names = f"subjectAltName=DNS:{NAME},DNS:localhost"
        words: list[str | Path] = [
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            f"/CN={NAME}",
        ]
        words += ["-addext", names, "-keyout", key, "-out", found]
        subprocess.run([tool("openssl"), *words], check=True, capture_output=True)
    return found, key


@contextmanager
def nginx(folder: Path, upstream: int, others: Mapping[str, str]) -> Iterator[int]:
    """nginx by hosting/nginx.conf, with other words in it; its port."""
    port, program, (cert, key) = free(), tool("nginx"), certificate(folder)
    live = f"/etc/letsencrypt/live/{NAME}"
    site = put((HOSTING / "nginx.conf").read_text("utf-8"), others)
    site = put(site, {f"{live}/fullchain.pem": str(cert), f"{live}/privkey.pem": str(key)})
    site = put(site, {"listen [::]:443 ssl;": "", "listen 443": f"listen 127.0.0.1:{port}"})
    (folder / "site.conf").write_text(put(site, {"127.0.0.1:8137": f"127.0.0.1:{upstream}"}))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temp = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "main.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; worker_processes 1; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temp} include {folder}/site.conf; }}\n"
    )
    yield from _running([program, "-p", folder, "-e", folder / "error.log", "-c", folder / "main.conf"], port)


@contextmanager
def caddy(folder: Path, upstream: int, others: Mapping[str, str]) -> Iterator[int]:
    """Caddy by hosting/Caddyfile, with certificates of its own; its port."""
    assert not others
    port, program = free(), tool("caddy")
    main = folder / "Caddyfile"
    main.write_text(
        "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        f"\tstorage file_system {folder}/store\n}}\nimport {HOSTING}/Caddyfile\n"
    )
    site = f"https://{NAME}:{port}, https://localhost:{port}"
    env = os.environ | {"SITE": site, "UPSTREAM": f"127.0.0.1:{upstream}", "HOME": str(folder)}
    yield from _running([program, "run", "--config", main, "--adapter", "caddyfile"], port, env)


def _running(words: list[str | Path], port: int, env: dict[str, str] | None = None) -> Iterator[int]:
    run = subprocess.Popen(
        words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        until = time.monotonic() + 30
        while True:
            assert run.poll() is None and time.monotonic() < until, run.communicate()
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        run.terminate()
        run.communicate(timeout=30)
