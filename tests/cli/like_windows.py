"""Runs `tilewright` as on a system without what only Unix has: like_windows.py WORDS.

Modules, functions and signals that Windows lacks are gone, and `sys.platform` says `win32`, before any of our files is
imported. Libraries are imported before that, because they would look for a Windows that is not there. `msvcrt` is the
one module of Windows that we need; the one here locks as the real one does, within this process.
"""

import asyncio
import concurrent.futures.process
import ctypes
import multiprocessing.spawn
import os
import signal
import socketserver
import sys
import sysconfig
import tempfile
import types
import webbrowser

import pluggy
import rich.console
import rich.live
import rich.prompt
import rich.table
import textual.app
import typer.main
import typer.rich_utils

ABSENT = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
FUNCTIONS = (
    "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getsid", "getuid", "killpg", "mkfifo", "nice",
    "openpty", "posix_spawn", "sched_getaffinity", "setpgid", "setsid", "sysconf", "uname", "wait3", "wait4",
)  # fmt: skip
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGSTOP", "SIGUSR1", "SIGWINCH")
IMPORTED = (
    asyncio, concurrent.futures.process, ctypes, multiprocessing.spawn, pluggy, rich.console, rich.live, rich.prompt,
    rich.table, socketserver, tempfile, textual.app, typer.main, typer.rich_utils, webbrowser,
)  # fmt: skip


def msvcrt() -> types.ModuleType:
    """Return the part of the module of Windows that locks a byte of an open file."""
    module = types.ModuleType("msvcrt")
    held: set[tuple[int, int]] = set()

    def locking(descriptor: int, mode: int, count: int) -> None:
        there = os.fstat(descriptor)
        if (there.st_dev, there.st_ino) in held:
            raise PermissionError(13, "Permission denied")
        held.add((there.st_dev, there.st_ino))

    vars(module).update(locking=locking, LK_NBLCK=2)
    return module


def main() -> None:
    """Take away what only Unix has, and run the command."""
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        if hasattr(os, name):
            delattr(os, name)
    for name in (*SIGNALS, "pthread_sigmask", "set_wakeup_fd", "setitimer", "alarm"):
        if hasattr(signal, name):
            delattr(signal, name)
    sysconfig.get_config_vars()  # read while the system is still itself
    sys.modules["msvcrt"] = msvcrt()
    sys.platform = "win32"
    sys.argv[0] = "tilewright"

    from tilewright.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
