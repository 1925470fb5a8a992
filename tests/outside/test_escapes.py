"""A program that stops or kills the process that watches over it costs itself the game, and stays nowhere."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from threading import Thread, Timer

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.outside import channel as channel_file
from tilewright.core.outside.channel import Channel
from tilewright.core.outside.faults import Ended, Fault, Unwatched
from tilewright.core.simulation.workers import Lost, pool

from ..cases import cases
from .programs import LINUX, LOOP, gone, looping

pytestmark = pytest.mark.skipif(not LINUX, reason="what hides is found on Linux only")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stopped is not waited for so long."""
    monkeypatch.setattr(channel_file, "GRACE", 0.2)


HIDES: str = cases(__file__, "hides")
ATTACKS = {
    "stops it": ("os.kill(leash, signal.SIGSTOP); answer()", Unwatched, "was stopped"),
    "stops it and ends": ("hide(); os.kill(leash, signal.SIGSTOP)\nsys.exit()", Unwatched, "was stopped"),
    "kills it": ("hide(); os.kill(leash, signal.SIGKILL); time.sleep(60)", Unwatched, "was killed"),
    "kills it and plays on": (
        "outlive(); hide(); os.kill(leash, signal.SIGTERM); answer()",
        Unwatched,
        "was killed",
    ),
    "changes all the time": ("hop(); outlive(); os.kill(leash, 9); time.sleep(60)", Unwatched, "was killed"),
    "closes its pipes": ("hide()\nfor fd in range(3): os.close(fd)\ntime.sleep(60)", Ended, "closed its stdout"),
    "ends and leaves something": ("hop(); hide(); sys.exit(7)", Ended, "with exit status 7"),
}  # fmt: skip


def free(lock: Path) -> bool:
    """True as soon as no process has the file locked; False if that takes more than ten seconds."""
    until = time.monotonic() + 10
    with lock.open() as file:
        while time.monotonic() < until:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.01)
            else:
                return True
    return False


@pytest.mark.parametrize("name", ATTACKS)
def test_a_program_that_is_not_watched_has_lost_and_stays_nowhere(name: str, tmp_path: Path) -> None:
    attack, kind, said = ATTACKS[name]
    body = f"if m['id'] > 1: answer(); continue\n{attack}"
    channel = Channel(looping(body, f"os.chdir({str(tmp_path)!r})\n{HIDES}"))
    began = time.monotonic()
    with pytest.raises(Fault, match=said) as caught:
        while True:  # a signal may come after the answer
            channel.ask({"type": "go"}, 20)
    assert type(caught.value) is kind
    assert not channel.alive and free(tmp_path / "lock") and time.monotonic() - began < 10


@pytest.mark.parametrize("signs", [("SIGSTOP",), ("SIGSTOP", "SIGKILL")])
def test_closing_waits_for_nothing_that_was_stopped(signs: tuple[str, ...], tmp_path: Path) -> None:
    attack = "".join(f"os.kill(leash, signal.{sign}); " for sign in signs)
    body = (
        f'answer() if m["type"] == "go" else (outlive(), hide(), {attack.replace(";", ",")} time.sleep(60))'
    )
    channel = Channel(looping(body, f"os.chdir({str(tmp_path)!r})\n{HIDES}"))
    channel.ask({"type": "go"}, 5)
    began = time.monotonic()
    channel.close()
    assert free(tmp_path / "lock") and time.monotonic() - began < 5


def test_ctrl_c_is_heard_while_a_bot_that_was_tried_ends(tmp_path: Path) -> None:
    """Python drops what is raised while it forgets a channel."""
    slow, quits = tmp_path / "slow.py", tmp_path / "quits"
    answers = "say({'hello': 'hello', 'options': 'ready'}[m['type']], id=m['id'], protocol=1, name='slow')"
    ends = f"open({str(quits)!r}, 'w'), time.sleep(60)"
    each = f"m = json.loads(line); ({ends}) if m['type'] == 'quit' else {answers}"
    slow.write_text(f"{LOOP}\nfor line in sys.stdin: {each}")

    def strike() -> None:
        while not quits.exists():
            time.sleep(0.001)
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        Thread(target=strike, daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            bots.tried(f"exec:{sys.executable} -IS {slow}", tw.load("rebirth"))
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_leaves_nothing_that_stops_what_watches_again_and_again(tmp_path: Path) -> None:
    attack = "if os.fork(): answer()\nelse:\n    while True: os.kill(leash, signal.SIGSTOP)"
    channel = Channel(
        looping(attack, f"os.chdir({str(tmp_path)!r})\n{HIDES}\nos.set_inheritable(lock.fileno(), 1)")
    )
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    strike = Timer(0.7, signal.raise_signal, [signal.SIGINT])
    try:
        strike.start()
        with pytest.raises((KeyboardInterrupt, Unwatched)):  # it may be ended sooner
            while True:
                channel.ask({"type": "go"}, 20)
    finally:
        strike.cancel()
        signal.signal(signal.SIGINT, before)
    assert free(tmp_path / "lock")


def test_what_others_have_started_stays(tmp_path: Path) -> None:
    """A process of ours that left its parent is nobody's program, although it is now our child, too."""
    channel = Channel(looping("os.kill(leash, 9); time.sleep(60)", f"os.chdir({str(tmp_path)!r})\n{HIDES}"))
    reader, writer = os.pipe()
    if not (first := os.fork()):
        if not (second := os.fork()):
            os.setsid()
            os.execv("/bin/sleep", ["sleep", "60"])
        os.write(writer, str(second).encode())
        os._exit(0)
    os.waitpid(first, 0)
    ours = int(os.read(reader, 20))
    other = Channel(looping("answer()", f"os.chdir({str(tmp_path)!r})\n{HIDES.replace('fcntl.flock(', '(')}"))
    with pytest.raises(Unwatched):
        channel.ask({"type": "go"}, 20)
    assert other.ask({"type": "go"}, 5)["type"] == "ok"
    other.close()
    assert os.waitpid(ours, os.WNOHANG) == (0, 0)  # our child, and alive
    os.kill(ours, signal.SIGKILL)
    assert gone(ours)
    os.waitpid(ours, 0)
    os.close(reader)
    os.close(writer)


def test_a_worker_that_is_stopped_goes_on_and_one_that_is_killed_is_named() -> None:
    with pool(partial(print, end=""), 1) as executor:
        executor.submit(signal.raise_signal, signal.SIGSTOP).result(30)
        pid = executor.submit(os.getpid).result(30)
        executor.submit(signal.raise_signal, signal.SIGSTOP)
        while ") T" not in Path(f"/proc/{pid}/stat").read_text():
            time.sleep(0.001)
    with pytest.raises(Lost, match="has died"), pool(partial(print, end=""), 1) as executor:
        executor.submit(signal.raise_signal, signal.SIGKILL).result(30)
