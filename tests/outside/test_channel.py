"""A program behind a channel: what it answers, what it does wrong, and that nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from tilewright.core.outside import channel as channel_file
from tilewright.core.outside import faults
from tilewright.core.outside.channel import Channel
from tilewright.core.outside.faults import Ended, Fault, Garbled, Missing, Overrun, Silent, Unasked

from ..cases import cases
from .programs import LINUX, LOOP, gone, looping

SRC = Path(__file__).resolve().parents[2] / "src"
Opened = Callable[..., Channel]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs of these tests need a Unix system")


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Open channels that are closed after the test."""
    channels: list[Channel] = []

    def one(command: Sequence[str], memory: int | None = None) -> Channel:
        channels.append(Channel(command, memory=memory))
        return channels[-1]

    yield one
    for channel in channels:
        channel.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is never answered is not waited for so long."""
    monkeypatch.setattr(channel_file, "GRACE", 0.2)


def test_a_question_has_the_answer_with_its_id(opened: Opened) -> None:
    echo = opened(looping('say("info", text="hm")\nsay("echo", id=m["id"], of=m["word"])'))
    for word in ("one", "żółw", "x" * 1_000_000):
        assert echo.ask({"type": "say", "word": word}, 5)["of"] == word


def test_a_message_without_an_answer_is_only_told(opened: Opened) -> None:
    body = """
    told = globals().setdefault("told", [])
    if m["type"] == "note": told.append(m["n"])
    else: say("told", id=m["id"], n=told)
    """
    channel = opened(looping(body))
    for n in range(3):
        channel.tell({"type": "note", "n": n})
    assert channel.ask({"type": "which"}, 5)["n"] == [0, 1, 2]


def test_an_answer_in_pieces_is_one_answer(opened: Opened) -> None:
    body = """
    for byte in json.dumps({"type": "ok", "id": m["id"], "text": "ł"}, ensure_ascii=False).encode():
        raw(bytes([byte])); time.sleep(0.001)
    raw(b"\\r\\n")
    """
    assert opened(looping(body)).ask({"type": "go"}, 5)["text"] == "ł"


WRONG = cases(__file__, "wrong")


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.usefixtures("hasty")
def test_what_is_wrong_with_an_answer_is_said(name: str, opened: Opened) -> None:
    body, fault, said = WRONG[name]
    kind: type[Fault] = getattr(faults, fault)
    with pytest.raises(Fault) as caught:
        opened(looping(body)).ask({"type": "go"}, 0.3 if kind is Silent else 5)
    assert type(caught.value) is kind
    assert said in str(caught.value)


def test_after_a_fault_the_program_is_gone_and_the_fault_stays(opened: Opened) -> None:
    channel = opened(looping('say("info", pid=os.getpid())\nraw(b"oops\\n")'))
    with pytest.raises(Garbled):
        channel.ask({"type": "go"}, 5)
    assert not channel.alive
    with pytest.raises(Garbled):
        channel.ask({"type": "go"}, 5)


@pytest.mark.parametrize("twice", ["raw(line * 2)", "raw(line); time.sleep(0.1); raw(line)"])
def test_a_line_that_answers_nothing_is_a_fault_at_the_next_question(twice: str, opened: Opened) -> None:
    line = 'line = json.dumps({"type": "ok", "id": m["id"]}).encode() + b"\\n"'
    channel = opened(looping(f"{line}\n{twice}"))
    channel.ask({"type": "go"}, 5)
    time.sleep(0.2)
    with pytest.raises(Unasked, match="no question asks for"):
        channel.ask({"type": "go"}, 5)


def test_a_fault_comes_with_the_end_of_stderr(opened: Opened) -> None:
    body = 'sys.stderr.write("x" * 100000 + "ValueError: no tile\\n")\nsys.exit(1)'
    with pytest.raises(Ended) as caught:
        opened(looping(body)).ask({"type": "go"}, 5)
    assert caught.value.stderr.endswith("ValueError: no tile\n")
    assert len(caught.value.stderr) == 4096


@pytest.mark.usefixtures("hasty")
def test_a_flood_of_stderr_is_slowed_down_and_does_not_disturb(opened: Opened) -> None:
    before = """
    import threading
    written = 0
    def flood():
        global written
        while True: written += os.write(2, b"x" * 65536)
    threading.Thread(target=flood, daemon=True).start()
    """
    channel = opened(looping('say("ok", id=m["id"], written=written)', before))
    first = channel.ask({"type": "go"}, 5)["written"]
    time.sleep(0.5)
    assert channel.ask({"type": "go"}, 5)["written"] - first < 20_000_000


@pytest.mark.usefixtures("hasty")
def test_a_program_that_does_not_read_cannot_hold_us(opened: Opened) -> None:
    channel = opened([sys.executable, "-c", "import time; time.sleep(60)"])
    began = time.monotonic()
    with pytest.raises(Silent):
        for _ in range(1000):
            channel.tell({"type": "note", "text": "x" * 100_000})
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["./not-there"], "No such file"),
        ([str(Path(__file__))], "Permission denied"),
        (["/"], "Permission denied"),
    ],
)
def test_a_program_that_cannot_be_started_is_missing(command: list[str], said: str, opened: Opened) -> None:
    with pytest.raises(Missing, match=said):
        opened(command).ask({"type": "go"}, 5)


@pytest.mark.skipif(not LINUX, reason="memory is watched on Linux only")
@pytest.mark.parametrize("where", ["", "if os.fork(): time.sleep(60)\n"])
def test_too_much_memory_ends_the_program_and_what_it_started(where: str, opened: Opened) -> None:
    body = f"{where}eaten = []\nwhile True: eaten.append(os.urandom(1 << 20)); time.sleep(0.001)"
    with pytest.raises(Overrun, match=r"used \d+ MB of memory; it may use 100 MB"):
        opened(looping(body), memory=100).ask({"type": "go"}, 20)


def test_closing_is_polite_first(opened: Opened, tmp_path: Path) -> None:
    body = 'open(m["to"], "w").write(m["type"]) if "to" in m else open("bye", "w").write(m["type"])'
    program = looping(body, f"os.chdir({str(tmp_path)!r})")
    opened(program).close()
    assert (tmp_path / "bye").read_text() == "quit"


STUBBORN: str = cases(__file__, "stubborn")


@pytest.mark.skipif(not LINUX, reason="a process that hides from its group is found on Linux only")
@pytest.mark.usefixtures("hasty")
def test_closing_leaves_nothing_behind(opened: Opened, tmp_path: Path) -> None:
    body = 'say("ok", id=m["id"])\nwhile True: time.sleep(1)'
    channel = opened(looping(body, f"os.chdir({str(tmp_path)!r})\n" + dedent(STUBBORN)))
    channel.ask({"type": "go"}, 5)
    before = len(os.listdir("/proc/self/fd"))
    channel.close()
    assert all(gone(int((tmp_path / name).read_text()), 0) for name in ("program", "daemon"))
    assert len(os.listdir("/proc/self/fd")) <= before - 5


@pytest.mark.skipif(not LINUX, reason="a process that hides from its group is found on Linux only")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
def test_a_program_does_not_outlive_us(how: signal.Signals | None, tmp_path: Path) -> None:
    stops = "os.kill(os.getppid(), 19)" if how is signal.SIGKILL else ""  # what watches goes on when we die
    deaf = f"{LOOP}os.chdir({str(tmp_path)!r})\n{STUBBORN}\n{stops}\nwhile True: time.sleep(1)"
    program = [sys.executable, "-IS", "-c", deaf]
    ours = f"""
import os, time
from tilewright.core.outside.channel import Channel
channel = Channel({program!r})
while not os.path.exists({str(tmp_path / "program")!r}): time.sleep(0.01)
print("ready", flush=True)
if {how is not None}: time.sleep(60)
"""
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    us = subprocess.Popen([sys.executable, "-c", ours], stdout=subprocess.PIPE, env=environment)
    assert us.stdout is not None and us.stdout.readline() == b"ready\n"
    if how is not None:
        us.send_signal(how)
    us.wait(10)
    us.stdout.close()
    assert all(gone(int((tmp_path / name).read_text())) for name in ("program", "daemon"))


@pytest.mark.usefixtures("hasty")
def test_a_channel_that_nobody_holds_ends_its_program() -> None:
    channel = Channel(looping('say("ok", id=m["id"], pid=os.getpid())\nwhile True: time.sleep(1)'))
    pid = channel.ask({"type": "go"}, 5)["pid"]
    del channel
    assert gone(pid)


def test_a_program_inherits_no_files_of_ours(opened: Opened, tmp_path: Path) -> None:
    with (tmp_path / "record").open("w") as _:
        channel = opened(looping('say("ok", id=m["id"], open=sorted(map(int, os.listdir("/proc/self/fd"))))'))
        found = channel.ask({"type": "go"}, 5)["open"]
    assert found[:3] == [0, 1, 2] and len(found) == 4  # the fourth is the folder that is being listed


def test_ctrl_c_at_the_terminal_does_not_reach_the_program(opened: Opened) -> None:
    channel = opened(looping('say("ok", id=m["id"], session=os.getsid(0))'))
    assert channel.ask({"type": "go"}, 5)["session"] != os.getsid(0)
