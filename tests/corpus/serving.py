"""A data folder, served by a process of its own."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..cli.shell import environment


@contextmanager
def served(folder: Path, lobby: str) -> Iterator[Callable[[str], tuple[int, str]]]:
    """Serve what lies in `folder`, whose lobby has this token; give what asks a path for its status and page."""
    words = [sys.executable, "-m", "tilewright", "serve", "--port", "0"]
    env = environment(folder) | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as server:
        assert server.stdout is not None
        try:
            said = iter(server.stdout.readline, "")
            port = next(int(at[1]) for line in said if (at := re.search(rf":(\d+)/h/{lobby}", line)))
            yield lambda path: _asked(port, path)
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)


def _asked(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
