"""What a page takes along: whole packages of Python, and a clear word about what cannot be taken."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.browser import compiling, packages, runtime, site_folder
from tilewright.core.browser.site_plan import SitePlan

from .sites import python

PLAN = SitePlan(game="rebirth")


def installed(folder: Path, name: str, *requires: str, files: dict[str, bytes] | None = None) -> None:
    """A distribution as an installer leaves it."""
    content = {f"{name}/__init__.py": b"", **(files or {})}
    for path, data in content.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    lines = [f"Requires-Dist: {one}" for one in requires]
    (info / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *lines, ""])
    )
    listed = [*content, f"{name}-1.0.dist-info/METADATA"]
    (info / "RECORD").write_text("".join(f"{one},,\n" for one in listed))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_the_archive_runs_by_itself_and_equals_another(tmp_path: Path) -> None:
    found = packages.bundle(PLAN).packed()
    assert found == packages.bundle(PLAN).packed()
    with zipfile.ZipFile(io.BytesIO(found)) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path)
    assert not [one for one in names if one.endswith((".so", ".pyc")) or "__pycache__" in one]
    code = "import tilewright.core.browser.start, tilewright as t; t.load('rebirth', ['ireland']); print(t.__file__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(str(tmp_path)), done.stderr


def test_what_is_required_comes_along_once(place: Path) -> None:
    installed(
        place,
        "quilts",
        "threads>=1",
        "tilewright",
        'windows; sys_platform == "win32"',
        "needles; extra == 'x'",
    )
    installed(place, "threads", "quilts")
    found = packages.bundle(PLAN, ["quilts"])
    assert found.names[-2:] == ["quilts 1.0", "threads 1.0"]
    assert {"quilts/__init__.py", "threads/__init__.py", "quilts-1.0.dist-info/METADATA"} <= {*found.files}


def test_what_cannot_be_taken_is_named_with_who_needs_it(place: Path) -> None:
    installed(place, "quilts", "needles")
    with pytest.raises(UsageError, match="needles, which quilts needs, is not installed here"):
        packages.bundle(PLAN, ["quilts"])
    installed(place, "needles", files={"needles/_fast.so": b"\x7fELF"})
    with pytest.raises(
        UsageError, match=r"needles, which quilts needs, has compiled parts \(needles/_fast.so\)"
    ):
        packages.bundle(PLAN, ["quilts"])
    installed(place, "odd", "no requirement at all!")
    with pytest.raises(
        UsageError, match="odd requires 'no requirement at all!', which is not a valid requirement"
    ):
        packages.bundle(PLAN, ["odd"])


# -- the runtime -----------------------------------------------------------------------------------------------------


def test_a_runtime_that_is_another_or_incomplete_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyodide.mjs").write_text("export const loadPyodide = steal;")
    with pytest.raises(UsageError, match=r"pyodide.mjs is not what belongs to pyodide@.*SHA-256"):
        runtime.runtime(tmp_path, tmp_path)
    (tmp_path / "pyodide.mjs").unlink()
    with pytest.raises(
        UsageError, match=r"has no pyodide.mjs; expected the files of the npm package pyodide@"
    ):
        runtime.runtime(tmp_path, tmp_path)
    (tmp_path / "other.tgz").write_bytes(b"PK")
    with pytest.raises(UsageError, match=r"other.tgz is not what belongs"):
        runtime.runtime(tmp_path / "other.tgz", tmp_path)


def test_without_npm_it_says_what_to_fetch_and_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        UsageError,
        match=r"npm, which would fetch it, is not installed.*npm pack pyodide@[\d.]+, .*--runtime pyodide-[\d.]+tgz",
    ):
        runtime.runtime(None, tmp_path / "cache")


def test_what_npm_gives_is_checked_and_its_failure_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error network is away' >&2\nexit 1\n")
    npm.chmod(0o755)
    with pytest.raises(UsageError, match=r"npm could not fetch .*\(npm error network is away\)"):
        runtime.runtime(None, tmp_path / "cache")
    npm.write_text(f'#!/bin/sh\necho wrong > "$4/{runtime.PACKAGE}"\n')
    with pytest.raises(UsageError, match="from npm is not what belongs"):
        runtime.runtime(None, tmp_path / "cache")
    assert not [*(tmp_path / "cache").iterdir()]


# -- compiling -------------------------------------------------------------------------------------------------------


def test_what_a_page_imports_is_compiled_by_trying_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if shutil.which("node") is None:
        pytest.skip("no node here")
    plan, found = PLAN, packages.bundle(PLAN)
    compiled = compiling.compiled(plan, found.packed(), python())
    assert {"tilewright/core/browser/start.pyc", "tilewright/games/rebirth/__init__.pyc"} <= compiled.keys()
    anyio = [path for path in compiled if path.startswith("anyio/__pycache__/")]
    assert anyio  # it reads its own source, which therefore stays
    found.replace(compiled)
    assert "tilewright/core/browser/start.py" not in found.files and "anyio/__init__.py" in found.files
    broken = packages.bundle(PLAN)
    broken.files["tilewright/games/rebirth/__init__.py"] += b"\nimport needles\n"
    with pytest.raises(
        UsageError,
        match=r"the page does not begin when it is tried here: game .*needles.*among its requirements",
    ):
        compiling.compiled(plan, broken.packed(), python())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiling.compiled(plan, b"", {}) == {}


# -- the folder ------------------------------------------------------------------------------------------------------


def test_only_a_new_folder_or_an_earlier_page_is_written(tmp_path: Path) -> None:
    site_folder.fits(tmp_path / "new")
    site_folder.fits(tmp_path)
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="expected a new folder, or one with an earlier page"):
        site_folder.fits(tmp_path)
    with pytest.raises(UsageError, match="expected a new folder"):
        site_folder.fits(tmp_path / "thesis.txt")
    for others in ("{}", "no JSON", '["game", "plan", "words"]', "7"):
        (tmp_path / site_folder.MARK).write_text(others)
        with pytest.raises(UsageError, match="or one with an earlier page"):
            site_folder.fits(tmp_path)
    site_folder.write(tmp_path, site_folder.content(SitePlan(game="rebirth"), "Rebirth", b"", {}))
    site_folder.fits(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_the_page_has_its_name_and_what_to_do_before_any_script_runs() -> None:
    page = site_folder.content(SitePlan(game="rebirth"), "Hide & <seek>", b"", {})["index.html"].decode()
    assert "<title>Hide &amp; &lt;seek&gt;</title>" in page and "<h1>Hide &amp; &lt;seek&gt;</h1>" in page
    for lang, words in (("en", "from a web server"), ("de", "von einem Webserver"), ("pl", "z serwera WWW")):
        assert re.search(f'<p lang="{lang}">[^<]*{words}', page)
