"""The owner's data: what the owner of a box has put in place of a game's data, for every command.

Below the user's folder for data each game has a place. Each version of the data that was put in place keeps its folder
there, which is named by a digest of names and bytes: old records go on naming it. The file `now` names the one in
effect; without that file, the data that comes with tilewright is.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath

from ..base import files as disk
from ..base.errors import InvalidFile, Problem, TilewrightError, UsageError
from ..rules.ruleset import Rules
from ..text.folder import SHIPPED

NOW = "now"
"""The file in a game's place that names the folder in effect."""
DRAFT = "draft"
"""The folder in a game's place for what is not finished."""
_DIGEST = re.compile(r"[0-9a-f]{16}")
_PART = re.compile(r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*")


def home() -> Path:
    """The folder with a place for each game."""
    from platformdirs import user_data_path

    return user_data_path("tilewright", appauthor=False).absolute() / "box"


def place(game: str) -> Path:
    """Return the folder of the owner's data for the game. UsageError if no game can have this name."""
    if not _PART.fullmatch(game):
        raise UsageError(f"{game!r} cannot be the name of a game")
    return home() / game


def in_place(game: str) -> Path | None:
    """The folder of the owner's data in effect; None if none is. UsageError if the one that is named is not there."""
    if not _PART.fullmatch(game):
        return None
    now = place(game) / NOW
    if not os.path.lexists(now):
        return None
    try:
        digest = disk.content(now, most=100).decode("ascii", "replace").strip()
    except UsageError as error:
        raise UsageError(f"{error}; {advice(game)}") from error
    if not _DIGEST.fullmatch(digest):
        raise UsageError(f"{now} does not name a folder of your data for {game}; {advice(game)}")
    folder = place(game) / digest
    if not os.path.isdir(folder):
        raise UsageError(f"your data for {game} is missing: folder {folder} does not exist; {advice(game)}")
    return folder


def advice(game: str) -> str:
    """Return advice for the case that the owner's data in place cannot be used."""
    return f"tilewright box {game} --shipped uses the shipped data, and --data {SHIPPED} does so once"


# -- putting it in place -----------------------------------------------------------------------------------------------


def put_in_place(game: str, files: Mapping[str, str]) -> Path:
    """The folder with exactly these texts by name, which is in effect from now on. They have been checked before.

    The folder is whole before it is named. UsageError if it cannot be written, or for a name that leads elsewhere.
    """
    content = {_checked(name): _bytes(name, text) for name, text in files.items()}
    home_of = place(game)
    folder = home_of / _digest(content)
    try:
        home_of.mkdir(parents=True, exist_ok=True)
        if not _holds(folder, content):
            _write(folder, content)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from error
    disk.replace(home_of / NOW, f"{folder.name}\n")
    return folder


def take_away(game: str) -> bool:
    """True if owner's data was in effect; the shipped data is now. No folder is deleted."""
    now = place(game) / NOW
    try:
        now.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"{now} cannot be removed: {error.strerror or error}") from error
    return True


def kept(game: str) -> list[Path]:
    """Every version that was ever put in place, the newest first."""
    try:
        found = [one for one in place(game).iterdir() if _DIGEST.fullmatch(one.name) and one.is_dir()]
        return sorted(found, key=lambda one: one.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


def _checked(name: str) -> str:
    """The name of a file that leads nowhere but below its folder: relative, of plain parts."""
    if not all(map(_PART.fullmatch, name.split("/"))):
        raise UsageError(
            f"{name!r} cannot be the name of a data file: names are such as box.yaml or maps/front.yaml"
        )
    return name


def _bytes(name: str, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(f"{name} cannot be written as UTF-8: {error.reason}") from error


def _digest(content: Mapping[str, bytes]) -> str:
    found = sha256()
    for name, data in sorted(content.items()):
        found.update(f"{len(name.encode())} {len(data)} {name}".encode() + data)
    return found.hexdigest()[:16]


def _holds(folder: Path, content: Mapping[str, bytes]) -> bool:
    """True if the folder has exactly these files. One that was changed by hand is moved out of the way, not lost."""
    if not os.path.lexists(folder):
        return False
    try:
        found = {
            PurePosixPath(os.path.relpath(one.path, folder)).as_posix(): Path(one.path).read_bytes()
            for one in disk.walk(folder)
            if one.is_file()
        }
    except (OSError, UsageError):
        found = {}
    if found == content:
        return True
    number = 1
    while os.path.lexists(aside := folder.with_name(f"{folder.name}.changed-{number}")):
        number += 1
    folder.rename(aside)
    return False


def _write(folder: Path, content: Mapping[str, bytes]) -> None:
    """Write the files beside the folder, then rename: readers never see a part of them."""
    new = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".new", dir=folder.parent))
    for name, data in content.items():
        path = new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    os.chmod(new, 0o755)
    new.rename(folder)


# -- using it ----------------------------------------------------------------------------------------------------------


def effective(game: str, data: Path | str | None = None) -> str | None:
    """The folder of data that a command uses: the one given, or else the owner's; None for the shipped data.

    `none` is the shipped data, whatever is in place.
    """
    if data is None:
        folder = in_place(game)
        return str(folder) if folder is not None else None
    return None if str(data) == SHIPPED else disk.real(data)


def words(game: str, folder: str | None) -> list[str]:
    """The words of a command that make it use this folder, or the shipped data, whatever is in place later."""
    if folder is not None:
        return ["--data", folder]
    return ["--data", SHIPPED] if _PART.fullmatch(game) and os.path.lexists(place(game) / NOW) else []


@contextmanager
def explained(game: str, folder: Path | str | None) -> Iterator[None]:
    """Errors inside that come from the owner's data in this folder say what can be done."""
    try:
        yield
    except InvalidFile as error:
        if folder is None or Path(folder).parent != home() / game:
            raise
        inside = f"{Path(folder).as_posix()}/"
        if not any(problem.file.startswith(inside) for problem in error.problems):
            raise
        said = Problem(inside, 0, 0, "", f"your data for {game} does not fit; {advice(game)}")
        raise InvalidFile([said, *error.problems]) from error
    except TilewrightError as error:
        if (
            folder is None
            or Path(folder).parent != home() / game
            or Path(folder).as_posix() not in str(error)
        ):
            raise
        raise UsageError(f"{error}; {advice(game)}") from error


def loaded(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    edition: str | None = None,
    data: Path | str | None = None,
) -> Rules:
    """The ruleset of `tilewright.load`, with the folder of data that commands use (`effective`)."""
    from ..rules.assembly import load

    folder = effective(game, data)
    with explained(game, folder):
        return load(game, modules, options, edition, folder)
