"""Python for browsers (Pyodide): one pinned version of its npm package, checked before anything in it is used."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from ..base import files
from ..base.errors import UsageError

VERSION = "314.0.7"
PACKAGE = f"pyodide-{VERSION}.tgz"
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""SHA-256 of the package."""
PARTS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The files of it that a page needs, each with its SHA-256."""
MOST = 1 << 25
"""Bytes of a file."""
PATIENCE = 300.0
"""Seconds that npm may take."""


def runtime(given: Path | None, cache: Path) -> dict[str, bytes]:
    """The files of the runtime, by their names: from what is given (a folder or the package), or from the cache.

    Without either npm fetches the package into the cache. UsageError says what is wrong, or what to fetch and how.
    """
    if given is not None:
        return _folder(given) if given.is_dir() else _package(files.content(given, most=MOST), str(given))
    kept = cache / PACKAGE
    if not kept.is_file():
        files.folder(cache)
        _fetch(kept)
    return _package(files.content(kept, most=MOST), str(kept))


def _fetch(kept: Path) -> None:
    """Fetch the package by npm."""
    npm = shutil.which("npm")
    by_hand = (
        f"fetch it once (npm pack pyodide@{VERSION}, where there is a network) and name the file or the folder: "
        f"--runtime {PACKAGE}"
    )
    if npm is None:
        raise UsageError(
            f"Python for browsers is not here yet, and npm, which would fetch it, is not installed; {by_hand}"
        )
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{VERSION}", "--pack-destination", folder]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=folder)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"npm could not fetch pyodide@{VERSION} ({error}); {by_hand}") from error
        found = Path(folder) / PACKAGE
        if done.returncode or not found.is_file():
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise UsageError(f"npm could not fetch pyodide@{VERSION} ({said[:200]}); {by_hand}")
        data = files.content(found, most=MOST)
        _checked(data, DIGEST, f"pyodide@{VERSION} from npm")
        files.replace(kept, data)


def _package(data: bytes, name: str) -> dict[str, bytes]:
    """The files in the package, whose digest is checked before it is opened."""
    _checked(data, DIGEST, name)
    found = {}
    with tempfile.SpooledTemporaryFile() as spooled:
        spooled.write(data)
        spooled.seek(0)
        with tarfile.open(fileobj=spooled, mode="r:gz") as archive:
            for one in PARTS:
                member = archive.extractfile(f"package/{one}")
                assert member is not None  # the digest has been checked
                found[one] = member.read()
    return found


def _folder(folder: Path) -> dict[str, bytes]:
    """The files in a folder: that of the unpacked package, or of another page."""
    found = {}
    for one, digest in PARTS.items():
        path = folder / one
        if not path.is_file():
            raise UsageError(
                f"{folder} has no {one}; expected the files of the npm package pyodide@{VERSION}"
            )
        found[one] = files.content(path, most=MOST)
        _checked(found[one], digest, str(path))
    return found


def _checked(data: bytes, digest: str, name: str) -> None:
    if hashlib.sha256(data).hexdigest() != digest:
        raise UsageError(
            f"{name} is not what belongs to pyodide@{VERSION} (its SHA-256 differs); fetch it anew, and remove the "
            f"old file if it lies in the cache"
        )
