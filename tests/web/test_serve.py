"""`serve` and `--web` as processes: addresses, Ctrl-C, kill, ports, what is refused, and what is not imported."""

from __future__ import annotations

import http.client
import importlib.util
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.core.cli.app import app
from tilewright.core.table.lesson import lesson

from ..cli.shell import environment, start
from .quiet import GAME, PLAN, held, registry

ADDRESS = re.compile(r"^(.+?)  +http://(127\.0\.0\.1:\d+)(/[th]/[A-Za-z0-9_-]{22})$", re.MULTILINE)
BOTH = ("-p", "anna", "-p", "bruno")


class Process:
    """The command as a process of its own, and the addresses that it has printed."""

    def __init__(self, home: Path, *words: str, fresh: bool = False) -> None:
        self.run = start(home, *words, fresh=fresh, PYTHONUNBUFFERED="1", BROWSER=f"{home}/browser")
        assert self.run.stdout is not None
        said = b""
        until = time.monotonic() + 120
        while b"/h/" not in said:
            ready, _, _ = select.select([self.run.stdout], [], [], max(0.0, until - time.monotonic()))
            part = os.read(self.run.stdout.fileno(), 65536) if ready else b""
            if not part:
                self.run.kill()
                raise AssertionError(f"no lobby; {said!r}\n{self.run.communicate()}")
            said += part
        found = said.decode()
        self.paths = {name.strip(): path for name, _, path in ADDRESS.findall(found)}
        self.host = next(host for _, host, _ in ADDRESS.findall(found))

    def get(self, path: str) -> int:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def end(self, sign: signal.Signals) -> tuple[int, str]:
        """The exit code and what it printed on stderr, after this signal."""
        self.run.send_signal(sign)
        _, err = self.run.communicate(timeout=60)
        return self.run.returncode, err


@contextmanager
def process(home: Path, *words: str, fresh: bool = False) -> Iterator[Process]:
    running = Process(home, *words, fresh=fresh)
    try:
        yield running
    finally:
        running.run.kill()
        running.run.communicate()


def refused(home: Path, *words: str) -> str:
    """What the command says that does not even begin to serve."""
    result = CliRunner().invoke(app, ["serve", *words], prog_name="tilewright", env=environment(home))
    assert result.exit_code in (2, 3), (result.exit_code, result.stdout, result.stderr)
    assert "Traceback" not in result.stderr
    return result.stderr


def games(home: Path) -> Path:
    return home / "tilewright" / "games"


def test_serve_ctrl_c_kill_and_again(tmp_path: Path) -> None:
    with process(tmp_path, "serve", GAME, *BOTH, "-p", "bot:easy", "--port", "0") as first:
        assert list(first.paths) == ["anna", "bruno", "spectators", "lobby (yours alone)"]
        assert {first.get(path) for path in first.paths.values()} == {200}
        host, port = first.host.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as page:
            page.sendall(
                f"GET {first.paths['anna']}/live?page=abcdefgh HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
            )
            assert page.recv(1000).startswith(b"HTTP/1.1 200")
            begun = time.monotonic()
            code, said = first.end(signal.SIGINT)
            assert time.monotonic() - begun < 3
        assert code == 130
        assert (
            "\nBot: bot (easy)\n" in said and "To go on: tilewright serve" in said and "Traceback" not in said
        )
        assert not any(path.rpartition("/")[2] in said for path in first.paths.values())
    with process(tmp_path, "serve", "--port", "0") as second:
        assert second.paths["lobby (yours alone)"] == first.paths["lobby (yours alone)"]
        assert second.get(first.paths["anna"]) == 200
        second.end(signal.SIGKILL)
    record = next(games(tmp_path).iterdir()).stem
    with process(tmp_path, "serve", record, "--port", "0") as third:  # as resume finds it
        assert third.paths == first.paths
        assert third.get(first.paths["bruno"]) == 200
    assert len([*games(tmp_path).iterdir()]) == 1


@pytest.mark.parametrize(("words", "who"), [(("play", "--seed", "3"), "player"), (("learn",), "lesson")])
def test_the_browser_is_opened(tmp_path: Path, words: tuple[str, ...], who: str) -> None:
    (tmp_path / "browser").write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    (tmp_path / "browser").chmod(0o755)
    with process(tmp_path, words[0], GAME, "--web", *words[1:]) as running:
        until = time.monotonic() + 60
        while not (tmp_path / "opened").exists() or not (tmp_path / "opened").read_text():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert (tmp_path / "opened").read_text().strip() == f"http://{running.host}{running.paths[who]}"
        assert running.get(running.paths[who]) == 200
        code, said = running.end(signal.SIGINT)
        again = f"learn {GAME}" if who == "lesson" else f"resume {next(games(tmp_path).iterdir()).stem}"
        assert (code, f"tilewright {again} --web" in said) == (130, True)


def test_a_lesson_begins_at_the_page_that_is_asked_for(tmp_path: Path) -> None:
    pages = lesson(GAME).pages
    with process(tmp_path, "learn", GAME, "--web", "--page", "3") as running:
        live = f"http://{running.host}{running.paths['lesson']}/live?page=abcdefgh"
        with urllib.request.urlopen(live, timeout=60) as stream:
            first = next(line for line in stream if line.startswith(b"data:"))
        assert (
            json.loads(first.removeprefix(b"data:"))["state"]["title"] == f"{pages[2].title('en')} - Rebirth"
        )
    run = start(tmp_path, "learn", GAME, "--web", "--page", "99")
    _, said = run.communicate(timeout=60)
    assert run.returncode == 2 and "--page 99: the lesson has" in said


def test_a_port_that_is_in_use_is_named_before_anything_begins(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, GAME, *BOTH, "--port", str(port))
    assert f"port {port} of 127.0.0.1 is in use" in said
    assert f"--port {port + 1}" in said
    assert not games(tmp_path).exists()


def test_what_cannot_be_served_gets_a_sentence(tmp_path: Path) -> None:
    record = registry(tmp_path / "tilewright").begin(PLAN).record
    said = {
        ("reberth",): "did you mean 'rebirth'",
        ("./none.jsonl",): "cannot be read",
        ("-p", "anna"): "name the game to begin",
        ("--seed", "7"): "name the game to begin",
        (str(record), "--with", "x"): "goes on as it was begun",
        (str(record), "-p", "mallory"): "no player of this name",
        (str(record), "--host", "no such host"): "there is no such address",
        (str(record), "--host", "203.0.113.7"): "does not have that address",
        (str(record), "--name", "http://"): "write a name",
        (str(record), "--name", "a.example/path"): "write a name",
        (str(record), "--trust-proxy", "caddy"): "write an address",
        (str(record), "--trust-proxy", "0.0.0.0/0"): "that is everybody",
        (GAME, "-p", "you"): "nobody would know",
    }
    for words, sentence in said.items():
        assert sentence in refused(tmp_path, *words, "--port", "0"), words
    (tmp_path / "tilewright" / "web.json").write_text("{}")
    assert "key 'lobby' is missing" in refused(tmp_path, "--port", "0")


def test_the_address_of_a_proxy_is_printed_as_browsers_write_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    names = {
        f"https://Localhost:{port}/": f"https://localhost:{port}",
        "http://localhost:80": "http://localhost",
    }
    for name, printed in names.items():
        words = ("serve", "--port", "0", "--name", name)
        with start(tmp_path, *words, PYTHONUNBUFFERED="1") as run:
            assert run.stdout is not None and run.stderr is not None
            assert re.fullmatch(rf"lobby \(yours alone\)  {printed}/h/[\w-]{{22}}\n", run.stdout.readline())
            run.kill()


def test_a_server_says_that_the_index_was_damaged_and_serves_the_same(tmp_path: Path) -> None:
    home = tmp_path / "tilewright"
    entry = registry(home).begin(PLAN)
    (home / "index.sqlite").write_bytes(b"no index" * 1000)
    with process(tmp_path, "serve", "--port", "0") as running:
        assert {running.get(f"/t/{one}") for one in entry.people.values()} == {200}
        assert running.run.stderr is not None
        assert any(
            "was damaged, or of another version" in line for line in iter(running.run.stderr.readline, "")
        )
        assert running.end(signal.SIGINT)[0] == 130


def test_a_record_that_a_terminal_holds_can_be_served(tmp_path: Path) -> None:
    """Its page says so, and goes on when the terminal has closed it."""
    record = registry(tmp_path / "tilewright").begin(PLAN).record
    with process(tmp_path, "serve", str(record), "--lang", "de", "--port", "0") as running:
        here = registry(tmp_path / "tilewright")
        assert here.lobby == running.paths["Übersicht (nur für dich)"].rpartition("/")[2]
        assert here.entries()[0].kept.lang == "de"
        with held(record):
            assert running.get(running.paths["anna"]) == 409
        assert running.get(running.paths["anna"]) == 200


def test_without_the_extra_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else found(name))
    assert 'serve needs the extra "web":\n  pip install "tilewright[web]"\n' in refused(tmp_path)


def test_other_commands_import_nothing_of_the_web() -> None:
    code = (
        "import sys, tilewright.core.cli.app, tilewright.core.cli.table.serve, tilewright.core.cli.table.play\n"
        "sys.argv = ['tilewright', '--help']\n"
        "try: tilewright.core.cli.app.app()\n"
        "except SystemExit: pass\n"
        "web = ('starlette', 'uvicorn', 'anyio', 'h11')\n"
        "print([name for name in sys.modules if name.split('.')[0] in web or '.web' in name])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment(Path("/nonexistent")),
    )
    assert "serve" in ran.stdout and ran.stdout.splitlines()[-1] == "[]"
