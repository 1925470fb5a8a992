"""The process between us and a program: it starts the program, watches its memory, and kills it if we die.

Run as a script, with the standard library only: `supervisor.py LEASH STATUS MEMORY PROGRAM ...`. The program gets our
stdin, stdout and stderr as they are. LEASH is the number of a pipe that the caller holds open: when it closes, also
because the caller was killed, the program and everything that it started is killed. STATUS is the pipe on which one
line says how it ended: `exit 1`, `signal 11`, `memory 530` (MB used), `failed No such file or directory`. MEMORY is a
limit in MB for the program with everything that it started, 0 for none; it needs the folder /proc of Linux.

It is a session of its own, so that Ctrl-C at the terminal does not reach the program: the caller decides when it ends.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from time import sleep

assert sys.platform != "win32"  # where programs are started without it

PULSE = 0.05
"""Seconds between two looks at the memory."""
SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Of prctl(2)."""


def main(leash: int, status: int, memory: int, command: list[str]) -> None:
    for fd in (leash, status):
        os.set_inheritable(fd, False)
    prctl(SET_CHILD_SUBREAPER, 1)  # what the program leaves behind becomes our child
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
    end(program)
    if said:
        with suppress(OSError):
            os.write(status, f"{said}\n".encode())


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


def end(program: int) -> None:
    """Kill the program, its group, and everything that descends from it."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    for _ in range(1000):
        for pid in family(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.001)


def family(pid: int) -> list[int]:
    """Return the numbers of all processes that descend from this one; none on systems without /proc."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        with suppress(OSError, ValueError):
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as file:
                    waiting += map(int, file.read().split())
        if one != pid:
            found.append(one)
    return found


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
