"""Locks on open files, which keep other processes out until the file is closed or its process ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    # Windows lets no one else read locked bytes, so the lock is on a byte far behind those that are written.
    _BEYOND = (1 << 31) - 2

    def _lock(descriptor: int) -> None:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def locked(file: IO[bytes] | int) -> bool:
    """Lock the open file and return True, or False if it is locked already; never wait.

    On a file system without locks, as some network file systems are, it is True for everyone.
    """
    try:
        _lock(file if isinstance(file, int) else file.fileno())
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True


def holder(file: IO[bytes] | int) -> str:
    """Return who has locked the open file, as ` (process NUMBER: COMMAND)`; "" where the system does not say."""
    if sys.platform == "linux":
        with suppress(OSError, ValueError):
            there = os.fstat(file if isinstance(file, int) else file.fileno())
            place = f"{os.major(there.st_dev):02x}:{os.minor(there.st_dev):02x}:{there.st_ino}"
            for line in Path("/proc/locks").read_text().splitlines():
                words = line.split()
                if words[1] == "FLOCK" and place in words:
                    command = Path("/proc", words[4], "cmdline").read_bytes().replace(b"\0", b" ")
                    return f" (process {words[4]}: {command[:200].decode('utf-8', 'replace').strip()})"
    return ""
