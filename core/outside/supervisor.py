"""The process between us and a program: it starts the program, watches its memory, and kills it if we die.

Run as a script, with the standard library only: `supervisor.py LEASH STATUS MEMORY PROGRAM ...`. The program gets our
stdin, stdout and stderr as they are. LEASH is the number of a pipe that the caller holds open: when it closes, also
because the caller was killed, the program and everything that it started is killed. STATUS is the pipe on which one
line says how it ended: `exit 1`, `signal 11`, `memory 530` (MB used), `failed No such file or directory`. MEMORY is a
limit in MB for the program with everything that it started, 0 for none; it needs the folder /proc of Linux.

It is a session of its own, so that Ctrl-C at the terminal does not reach the program: the caller decides when it ends.

A program can stop or kill this process, too. What it leaves behind then falls to the caller, who imports this file
and calls `adopt` before it starts a program, and `sweep` when this process has not ended as it should (Linux).
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Lock
from time import monotonic, sleep

assert sys.platform != "win32"  # where programs are started without it

PULSE = 0.05
"""Seconds between two looks at the memory."""
LONGEST = 2.0
"""Seconds in which everything that a program has started must be gone."""
SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Of prctl(2)."""


def main(leash: int, status: int, memory: int, command: list[str]) -> None:
    for fd in (leash, status):
        os.set_inheritable(fd, False)
    adopt()
    mark()
    # The program may have stopped us when the caller is killed.
    prctl(SET_PDEATHSIG, signal.SIGCONT)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = os.fork()
    if program == 0:
        begin(status, command)
    with suppress(OSError):
        os.setpgid(program, program)
    # The program alone holds the other ends of its pipes: so its end is seen at once.
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    said = follow(program, leash, woken, memory)
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    ended = end(lambda: family(os.getpid()))
    if said:
        with suppress(OSError):
            os.write(status, f"{said}\n".encode())
    sys.exit(not ended)


def begin(status: int, command: list[str]) -> None:
    """Become the program."""
    try:
        os.setpgid(0, 0)
        prctl(SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for one in (signal.SIGCHLD, signal.SIGINT, signal.SIGPIPE):
            signal.signal(one, signal.SIG_DFL)
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no file behind
        os.execvp(command[0], command)
    except OSError as error:
        os.write(status, f"failed {error.strerror}\n".encode())
    finally:
        os._exit(127)


def follow(program: int, leash: int, woken: int, memory: int) -> str:
    """Wait for the program's end, for too much memory, or for the end of the leash; say which, "" for the last."""
    poll = select.poll()
    poll.register(leash, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        ready = {fd for fd, _ in poll.poll(PULSE * 1000 if memory else None)}
        if leash in ready:
            return ""
        if woken in ready:
            os.read(woken, 4096)
            while (ended := reaped())[0]:
                if ended[0] == program:
                    code = os.waitstatus_to_exitcode(ended[1])
                    return f"exit {code}" if code >= 0 else f"signal {-code}"
        if memory and (used := megabytes()) > memory:
            return f"memory {used}"


def reaped() -> tuple[int, int]:
    """Return the number and status of a child that has ended; (0, 0) if there is none."""
    try:
        return os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0, 0


def end(found: Callable[[], Iterable[int]]) -> bool:
    """Kill the processes that are found until none is; False if some were still there after `LONGEST`."""
    until = monotonic() + LONGEST
    known: set[int] = set()
    while monotonic() < until:
        there = set()
        for pid in found():
            there.add(pid)
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):  # it becomes our child when its parent has gone
                os.waitpid(pid, os.WNOHANG)
        if not there:
            return True
        if there <= known:  # else something starts processes as fast as we end them
            sleep(0.001)
        known |= there
    return False


def family(pid: int) -> Iterator[int]:
    """Yield the numbers of all processes that descend from this one; none on systems without /proc."""
    waiting = children(pid)
    while waiting:
        one = waiting.pop()
        yield one
        waiting += children(one)


def children(pid: int) -> list[int]:
    """Return the numbers of the children of a process, those that have ended and those that it adopted included."""
    found: list[int] = []
    with suppress(OSError, ValueError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    return found


def adopt() -> None:
    """Processes whose parents have ended become our children from now on if they descend from this process (Linux)."""
    prctl(SET_CHILD_SUBREAPER, 1)


def mark() -> None:
    """Lower a limit that hardly any program has a use for: what descends from this process cannot raise it again."""
    if sys.platform == "linux":
        import resource

        most = resource.getrlimit(resource.RLIMIT_MSGQUEUE)[1]
        most = 1 << 20 if most == resource.RLIM_INFINITY else max(0, most - 1)
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (most, most))


# -- for the caller ------------------------------------------------------------------------------------------------

watching: set[int] = set()
"""The numbers of the processes of this file that the caller has started and not yet seen end."""
starting = Lock()
"""Held while one is started, and while others are looked for."""


def strays() -> Iterator[int]:
    """Yield the marked children of the caller that it does not watch, and all that descends from them."""
    if sys.platform != "linux":
        return
    import resource

    ours = resource.getrlimit(resource.RLIMIT_MSGQUEUE)[1] % (1 << 64)  # infinity is -1
    with starting:
        found = [one for one in children(os.getpid()) if one not in watching]
    for one in found:
        with suppress(OSError):
            if resource.prlimit(one, resource.RLIMIT_MSGQUEUE)[1] % (1 << 64) < ours:
                yield one
                yield from family(one)


def sweep() -> None:
    """Kill what has come to the caller because the one that watched over it was killed."""
    end(strays)


def megabytes() -> int:
    """Return the memory that the program and everything that it started have for themselves, in MB."""
    pages = 0
    for pid in family(os.getpid()):
        with suppress(OSError, ValueError):
            with open(f"/proc/{pid}/statm") as file:
                _, resident, shared, *_ = map(int, file.read().split())
            pages += resident - shared
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def prctl(what: int, value: int) -> None:
    """Ask Linux for something about this process; other systems do not have it."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
