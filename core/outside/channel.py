"""A program in a process of its own, and the lines between it and us: nothing that it does can block or flood us."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any, NoReturn

from . import json_lines
from .faults import Ended, ErrorReply, Fault, Flooded, Garbled, Missing, Overrun, Silent, Unasked, Unwatched
from .program_name import MEMORY

INFOS = 1000
"""Most `info` lines between two answers."""
OUTPUT = 8 << 20
"""Most bytes that a program may write for one answer, `info` lines included."""
KEPT = 4096
"""Bytes of stderr that are kept: the last ones."""
GRACE = 1.0
"""Seconds that a program has to end after `quit`."""
END = 3.0
"""Seconds that the process between us and a program has to end both."""
LOOK = 1.0
"""Seconds without a line after which we see whether somebody still watches over the program."""
CHUNK = 1 << 16
LEASH = Path(__file__).with_name("supervisor.py")
if sys.platform != "win32":
    from . import supervisor


class Channel:
    """A program in a process of its own, spoken to in JSON Lines over its stdin and stdout.

    After any Fault but ErrorReply the program has been ended, and every further question raises that Fault again.
    """

    def __init__(self, command: Sequence[str], *, memory: int | None = MEMORY) -> None:
        """Start the program with these words; `memory` limits it in MB (Linux only; None: no limit).

        Missing if the program cannot be started; some systems say so only at the first question.
        """
        self.command = tuple(command)
        self.memory = memory
        self.fault: Fault | None = None
        self._asked = 0
        self._buffer = bytearray()
        self._infos = self._bytes = 0
        self._out: queue.Queue[bytes] = queue.Queue(4)
        self._in: queue.Queue[bytes | None] = queue.Queue(64)
        self._err = bytearray()
        self._process, leash, self._status = _started(self.command, memory)
        pipes = self._process
        assert pipes.stdin is not None and pipes.stdout is not None and pipes.stderr is not None
        self._threads = [
            Thread(target=target, args=args, daemon=True)
            for target, args in (
                (_write, (pipes.stdin, self._in)),
                (_read, (pipes.stdout, self._out)),
                (_keep, (pipes.stderr, self._err)),
            )
        ]
        for thread in self._threads:
            thread.start()
        self._patience = [GRACE]
        # Also when Python ends, or when the channel is garbage-collected.
        self._end = weakref.finalize(
            self,
            _forgotten,
            self._process,
            leash,
            self._status,
            self._in,
            self._out,
            self._threads,
            self._patience,
        )

    def ask(self, message: Mapping[str, Any], seconds: float, slack: float = 0.0) -> dict[str, Any]:
        """Send the message with an `id`, and return the answer that carries it; `info` lines are skipped.

        The wait is `slack` seconds longer than the limit in the message.

        Raises the Fault that happened: among them Silent if no answer came in this time, ErrorReply for an answer of
        the type `error`.
        """
        self._open()
        until = time.monotonic() + seconds + slack
        self._asked += 1
        try:
            self._skim()
            self._send({**message, "id": self._asked}, until, seconds)
            line, found = b"", None
            while found is None:
                line = self._line(until, message["type"], seconds)
                found = self._message(line)
            self._infos = self._bytes = 0
            if found.get("id") != self._asked:
                said = f"the program answered '{message['type']}' without its id {self._asked}"
                raise Garbled(f"{said}: {_start(line)}")
            self._check_watched()
            if found["type"] == "error":
                raise ErrorReply(f"the program refused '{message['type']}': {_reason(found)}", self.stderr)
        except ErrorReply:
            raise
        except Fault as fault:
            self.fail(fault)
        return found

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that has no answer; a Fault if the program has ended or has long since stopped reading."""
        self._open()
        try:
            self._send(message, time.monotonic() + GRACE, GRACE)
        except Fault as fault:
            self.fail(fault)

    def fail(self, fault: Fault) -> NoReturn:
        """End the program at once for this fault, and raise it with the end of its stderr."""
        self._patience[0] = 0.0
        self.close()
        fault.stderr = self.stderr
        self.fault = fault
        raise fault

    def close(self) -> None:
        """Ask the program to quit, and end it and everything that it has started. Can be called twice."""
        if (held := self._end.detach()) is not None:
            _ended(*held[2])

    def leave(self, seconds: float, last: Mapping[str, Any] | None = None) -> bool:
        """Send a last message, or just close the program's stdin; True if it ends by itself in this time."""
        with suppress(queue.Full, subprocess.TimeoutExpired):
            self._in.put_nowait(json_lines.written(last) if last is not None else None)
            self._process.wait(seconds)
        return not self.alive

    @property
    def stderr(self) -> str:
        """The end of what the program has written to stderr."""
        return bytes(self._err).decode("utf-8", "replace")

    @property
    def alive(self) -> bool:
        """True while the program runs."""
        return self._end.alive and self._process.poll() is None

    def _open(self) -> None:
        if self.fault is not None:
            raise self.fault
        if not self._end.alive:
            raise Ended("the program has been ended")

    # -- one line ------------------------------------------------------------------------------------------------

    def _send(self, message: Mapping[str, Any], until: float, seconds: float) -> None:
        try:
            self._in.put(json_lines.written(message), timeout=max(0.0, until - time.monotonic()))
        except queue.Full as error:
            raise Silent(f"the program did not read what was sent to it for {seconds:g} seconds") from error

    def _skim(self) -> None:
        """Read what has been written since the last answer: nothing but info."""
        while True:
            while (line := self._cut()) is not None:
                if self._message(line) is not None:
                    raise Unasked(f"the program wrote a line that no question asks for: {_start(line)}")
            if not self._take(0):
                return

    def _message(self, line: bytes) -> dict[str, Any] | None:
        """Return the message on this line, or None if it is info."""
        found = json_lines.read(line)
        if not isinstance(found.get("type"), str):
            raise Garbled(f"the program wrote a message without a type: {_start(line)}")
        if found["type"] != "info":
            return found
        self._infos += 1
        if self._infos > INFOS:
            raise Flooded(f"the program wrote more than {INFOS} info lines without an answer")
        return None

    def _line(self, until: float, question: str, seconds: float) -> bytes:
        """Return the next line; Silent if it does not come in time."""
        while (line := self._cut()) is None:
            left = until - time.monotonic()
            if not self._take(min(left, LOOK)):
                self._check_watched()
                if left <= LOOK:
                    raise Silent(f"the program gave no answer to '{question}' within {seconds:g} seconds")
        return line

    def _cut(self) -> bytes | None:
        end = self._buffer.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _take(self, seconds: float) -> bool:
        """Move what was written into the buffer; False if nothing came in time."""
        try:
            chunk = self._out.get(timeout=seconds) if seconds > 0 else self._out.get_nowait()
        except queue.Empty:
            return False
        if not chunk:
            raise self._why_ended()
        self._buffer += chunk
        self._bytes += len(chunk)
        if len(self._buffer) > json_lines.LONGEST and b"\n" not in self._buffer:
            raise Flooded(f"the program wrote a line of more than {json_lines.LONGEST >> 20} MB")
        if self._bytes > OUTPUT:
            raise Flooded(f"the program wrote more than {OUTPUT >> 20} MB without an answer")
        return True

    def _why_ended(self) -> Fault:
        """Return the fault of a program that has closed its stdout."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE / 2)
        self._check_watched()
        code = self._process.returncode
        if code is None:
            return Ended("the program closed its stdout")
        said = f"exit {code}"
        if self._status is not None:
            with suppress(BlockingIOError):  # the program can hold this pipe open, too
                said = os.read(self._status, 1000).decode("utf-8", "replace").partition("\n")[0]
        word, _, rest = said.partition(" ")
        if word == "failed":
            return Missing(f"the program {self.command[0]} cannot be started: {rest}")
        if word == "memory":
            return Overrun(f"the program used {rest} MB of memory; it may use {self.memory} MB")
        how = f"by signal {rest}" if word == "signal" else f"with exit status {rest}"
        torn = f" in the middle of a line: {_start(bytes(self._buffer))}" if self._buffer else ""
        return Ended(f"the program ended {how}{torn}")

    def _check_watched(self) -> None:
        """Raise Unwatched if the process between us and the program does not run any more."""
        if sys.platform == "linux" and self._process.poll() is None:
            look = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            found = os.waitid(os.P_PID, self._process.pid, look)
            if found is not None and found.si_code == os.CLD_STOPPED:
                raise Unwatched("the process that watches over the program was stopped")
        if self._status is not None and (self._process.returncode or 0) < 0:
            raise Unwatched("the process that watches over the program was killed")


def _reason(found: Mapping[str, Any]) -> str:
    return json_lines.shown(str(found.get("message", "")), 200)


def _start(line: bytes) -> str:
    return json_lines.shown(line[:400].decode("utf-8", "replace"))


# -- processes and threads: they know nothing of the channel, so that it can be forgotten -------------------------


def _started(command: Sequence[str], memory: int | None) -> tuple[subprocess.Popen[bytes], int, int | None]:
    """Start the program; return the process, our end of its leash (-1 without one), and the pipe of its status."""
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        try:
            new = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            return subprocess.Popen(command, 0, None, pipe, pipe, pipe, creationflags=new), -1, None
        except OSError as error:
            raise Missing(f"the program {command[0]} cannot be started: {error.strerror}") from error
    else:
        supervisor.adopt()
        held, leash = os.pipe()
        status, written = os.pipe()
        os.set_blocking(status, False)
        words = [sys.executable, "-I", "-S", str(LEASH), str(held), str(written), str(memory or 0), *command]
        try:
            with supervisor.starting:
                process = subprocess.Popen(
                    words, 0, None, pipe, pipe, pipe, pass_fds=(held, written), start_new_session=True
                )
                supervisor.watching.add(process.pid)
        except OSError as error:
            os.close(leash)
            os.close(status)
            raise Missing(f"the program {command[0]} cannot be started: {error.strerror}") from error
        finally:
            os.close(held)
            os.close(written)
        return process, leash, status


def _write(file: IO[bytes], waiting: queue.Queue[bytes | None]) -> None:
    with suppress(OSError), file:
        while (line := waiting.get()) is not None:
            view = memoryview(line)
            while view:
                view = view[file.write(view) :]
        return
    # The program no longer reads: the rest is dropped, so that no caller waits for it.
    while waiting.get() is not None:
        pass


def _read(file: IO[bytes], found: queue.Queue[bytes]) -> None:
    with file:
        while chunk := file.read(CHUNK):
            found.put(chunk)
    found.put(b"")


def _keep(file: IO[bytes], kept: bytearray) -> None:
    with file:
        while chunk := file.read(CHUNK):
            kept += chunk
            del kept[:-KEPT]
            time.sleep(0.005)  # a flood of it must not cost us our time


def _ended(
    process: subprocess.Popen[bytes],
    leash: int,
    status: int | None,
    waiting: queue.Queue[bytes | None],
    found: queue.Queue[bytes],
    threads: Sequence[Thread],
    patience: Sequence[float],
) -> None:
    """Ask the program to quit if it gets time for that, then kill it and all that it started, and end our threads."""
    try:
        if patience[0]:
            with suppress(queue.Full, subprocess.TimeoutExpired):
                waiting.put_nowait(json_lines.written({"type": "quit"}))
                waiting.put_nowait(None)
                process.wait(patience[0])
    finally:
        if leash >= 0:
            os.close(leash)
            _unleashed(process)
        else:
            process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(END)
    until = time.monotonic() + GRACE
    while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
        with suppress(queue.Full):
            waiting.put_nowait(None)
        with suppress(queue.Empty):
            found.get(timeout=0.01)
    if status is not None:
        os.close(status)


def _forgotten(*held: Any) -> None:
    """End a channel that was never closed. Ctrl-C shortens it: here it would be printed and lost."""
    with suppress(KeyboardInterrupt):
        _ended(*held)


def _unleashed(process: subprocess.Popen[bytes]) -> None:
    """Wait until the process between us and the program has ended all and itself; do it ourselves if it does not."""
    if sys.platform != "win32":
        try:
            process.send_signal(signal.SIGCONT)  # the program may have stopped it
            with suppress(subprocess.TimeoutExpired):
                process.wait(END)
        finally:  # after Ctrl-C, too
            if process.poll() is None:
                process.kill()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(END)
            supervisor.watching.discard(process.pid)
            if process.returncode != 0:
                supervisor.sweep()
