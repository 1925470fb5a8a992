"""The files for hosts do what docs/hosting.md says of them: unit, image, compose file, backup."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from typer.testing import CliRunner

from tilewright.core.cli.app import app
from tilewright.core.web.hosting.proxies import Proxies

from ..house import plan
from ..quiet import registry
from .proxy import HOSTING, put

ROOT = HOSTING.parent
UNIT = (HOSTING / "tilewright.service").read_text("utf-8")
COMPOSE = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with what follows it."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = [line.partition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in lines]


def step(word: str) -> str:
    """What follows the last instruction of this kind."""
    return [rest for one, rest in steps() if one == word][-1]


def test_systemd_has_nothing_to_say_of_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd-analyze here")
    unit = tmp_path / "tilewright.service"
    unit.write_text(put(UNIT, {"/opt/tilewright/bin/tilewright": sys.executable}))
    ran = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    unit.write_text(put(unit.read_text(), {"UMask=": "UMusk="}))
    ran = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True)
    assert "UMusk" in ran.stderr  # it reads what it is given


def test_commands_in_the_files_are_commands(tmp_path: Path) -> None:
    """Each is understood up to the point at which a server would begin."""
    [unit] = re.findall(r"^ExecStart=\S+ (.*)$", UNIT, re.MULTILINE)
    compose = [
        word.replace("${SITE:?write", "games.example.org#")
        for word in COMPOSE["services"]["tilewright"]["command"]
    ]
    for words in (shlex.split(unit), [re.sub("#.*", "", word) for word in compose], json.loads(step("CMD"))):
        found = CliRunner().invoke(
            app, [*words, "-p", "anna"], prog_name="tilewright", env={"XDG_DATA_HOME": str(tmp_path)}
        )
        assert (found.exit_code, "name the game to begin" in found.stderr) == (2, True), (words, found.stderr)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert json.loads(step("ENTRYPOINT"))[0] in project["scripts"]
    assert any("[web]" in rest for word, rest in steps() if word == "RUN")


def test_the_compose_file_fits_the_image_and_the_configuration_of_caddy() -> None:
    server, front = COMPOSE["services"]["tilewright"], COMPOSE["services"]["caddy"]
    [subnet] = COMPOSE["networks"]["front"]["ipam"]["config"]
    trusted = server["command"][server["command"].index("--trust-proxy") + 1]
    assert trusted == subnet["subnet"] and Proxies.at([trusted]).trusts("172.30.81.2")
    assert (HOSTING / server["build"] / "Dockerfile").is_file()
    assert [one.partition(":")[2] for one in server["volumes"]] == [step("VOLUME")]
    assert front["environment"]["UPSTREAM"] == f"tilewright:{step('EXPOSE')}"
    mounted = front["volumes"][0].split(":")[0]
    assert {*re.findall(r"\{\$(\w+)", (HOSTING / mounted).read_text("utf-8"))} == {*front["environment"]}
    assert "ports" not in server  # Caddy alone reaches it


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the first stage of the Dockerfile builds, from what .dockerignore lets through."""
    folder = tmp_path_factory.mktemp("image")
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        name = line.removeprefix("!")
        if line == name or not (ROOT / name).exists():
            continue
        if (ROOT / name).is_dir():
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / "build" / name, symlinks=True, ignore=skip)
        else:
            shutil.copy(ROOT / name, folder / "build" / name)
    built = next(rest for word, rest in steps() if word == "RUN")
    words = shlex.split(put(built, {"/wheels": str(folder / "wheels")}))
    assert words[0] == "python"
    ran = subprocess.run([sys.executable, *words[1:]], cwd=folder / "build", capture_output=True, text=True)
    if ran.returncode and re.search(
        "No module named pip|connection|No matching distribution", ran.stdout + ran.stderr
    ):
        pytest.skip("no pip, or no package index, here")
    assert ran.returncode == 0, ran.stderr
    [found] = (folder / "wheels").iterdir()
    return found


@pytest.fixture
def container(wheel: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The command of the image, run with the wheel of the image, and its environment, without a container."""
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    given = dict(word.split("=", 1) for word in step("ENV").split())
    env = {
        name: put(value, {"/data": str(tmp_path)}) for name, value in given.items() if name.startswith("XDG")
    }
    words = ["-m", "tilewright", *json.loads(step("CMD")), "--port", "0"]
    with subprocess.Popen(
        [sys.executable, *words],
        env=os.environ | env | {"PYTHONPATH": str(tmp_path / "site"), "PYTHONUNBUFFERED": "1"},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        yield run
        run.kill()


def test_the_image_serves_and_says_that_it_does(container: subprocess.Popen[str], tmp_path: Path) -> None:
    assert container.stdout is not None
    lobby = container.stdout.readline()
    port = re.findall(r":(\d+)/h/", lobby)[0]
    healthy = shlex.split(put(step("HEALTHCHECK").partition(" CMD ")[2], {":8137": f":{port}"}))
    check = [sys.executable, *healthy[1:]]
    assert subprocess.run(check, timeout=60).returncode == 0
    container.terminate()  # as docker stop does
    _, said = container.communicate(timeout=60)
    assert "start: tilewright" in said and said.rstrip().endswith(" stop"), said
    assert lobby.rpartition("/")[2].strip() not in said
    kept = [path for path in (tmp_path / "tilewright").rglob("*")]
    assert kept and not [path for path in kept if path.stat().st_mode & 0o77]
    assert subprocess.run(check, timeout=60, capture_output=True).returncode != 0


def test_backup_and_restore_in_three_lines(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    back, restore, look = re.findall(r"## Backup\n\n```sh\n(.*?)\n```", page, re.DOTALL)[0].splitlines()
    home = tmp_path / "home"
    data = home / ".local" / "share"
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {
        "HOME": str(home)
    }

    def ran(line: str) -> str:
        words = line.replace("tilewright history", f"{sys.executable} -m tilewright history")
        done = subprocess.run(["bash", "-c", words], env=env, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = registry(data / "tilewright")
    entry = before.begin(plan("rebirth", "anna", "bruno"), seed=7)
    addresses = {"lobby": before.lobby, **entry.people}
    with entry.taken() as served:
        served.table.play(served.table.chair(served.table.to_act[0]).view.legal()[0])
    before.rest()
    ran(back)
    record = entry.record.read_bytes()
    shutil.rmtree(data / "tilewright")
    ran(restore)
    after = registry(data / "tilewright")
    [again] = after.entries()
    assert {"lobby": after.lobby, **again.people} == addresses
    assert again.record.read_bytes() == record and again.look().decisions == 1
    assert "rebirth" in ran(look).lower()
