"""Compiles what a page imports, so that a reader's browser need not: by the same Python for browsers, run by node.

Compiling takes a third of the time until a page is there. A compiled module of ours takes the place of its source.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ..base.errors import UsageError
from .site_plan import SitePlan

PATIENCE = 300.0
"""Seconds that it may take."""
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide();
const home = python.runPython("import sys, site; sys.dont_write_bytecode = True; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync("packages.zip")), "zip", { extractDir: home });
python.globals.set("plan", readFileSync("plan.json", "utf8"));
python.globals.set("home", home);
try {
  await python.runPythonAsync(readFileSync("imports.py", "utf8"));
  writeFileSync("compiled.zip", python.FS.readFile("/compiled.zip"));
} catch (error) {
  writeFileSync("why.txt", String(error.message ?? error).trim());
  process.exit(1);
}
process.exit(0);
"""
IMPORTS = """
import asyncio, json, os, py_compile, sys, zipfile
from tilewright.core.browser import start

ended, texts = set(), {}

def told(number, kind, value):
    if kind == "body":
        texts[number] = texts.get(number, "") + value
    elif kind == "failed":
        texts[number] = value
    ended.add((number, kind))

async def until(number, kind):
    while (number, kind) not in ended:
        if (number, "failed") in ended:
            raise RuntimeError(texts[number])
        await asyncio.sleep(0.01)
    return texts[number]

os.environ["HOME"] = "/home/web"
os.makedirs("/home/web", exist_ok=True)
bridge = start.begin(plan, "/home/web", "en", told)
bridge.ask(1, "GET", bridge.home, [], "")
await until(1, "end")
from tilewright.core.browser.site_plan import read
from tilewright.core.table.setup_choices import offered

game = read(plan).game
players = [{"name": f"player{n}", "level": "easy" if n else ""} for n in range(offered(game).seat_counts[0])]
setup = {"game": game, "players": players}
bridge.ask(2, "POST", bridge.home + "/do", [], json.dumps({"do": "begin", "plan": setup}))
answer = json.loads(await until(2, "end"))
if "go" not in answer:
    raise RuntimeError(answer["error"])
bridge.ask(3, "GET", answer["go"] + "/live", [], "")
board = await until(3, "body")
if board.startswith("event: failed"):
    raise RuntimeError("its first board cannot be drawn")

with zipfile.ZipFile("/compiled.zip", "w") as archive:
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if file.startswith(home + "/") and file.endswith(".py"):
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            own = file + "c" if file.startswith(home + "/tilewright/") else None  # others may read their sources
            made = py_compile.compile(file, own, doraise=True, invalidation_mode=mode)
            archive.write(made, made.removeprefix(home + "/"))
"""
"""Does what a page does until its first board is there, and packs the compiled modules."""


def compiled(plan: SitePlan, packages: bytes, runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """The compiled modules that a page of this plan imports, by their paths in the archive.

    None without node. UsageError if the page would not begin: it has been tried.
    """
    node = shutil.which("node")
    if node is None:
        return {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in {**runtime, "packages.zip": packages}.items():
            (folder / name).write_bytes(data)
        for name, text in {"run.mjs": SCRIPT, "imports.py": IMPORTS, "plan.json": plan.written()}.items():
            (folder / name).write_text(text, "utf-8")
        try:
            done = subprocess.run(
                [node, "run.mjs"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired as error:
            raise UsageError(
                f"the page does not begin within {error.timeout:g} seconds when it is tried"
            ) from error
        if done.returncode:
            told = folder / "why.txt"
            lines = told.read_text("utf-8").splitlines() if told.is_file() else [f"node: {done.returncode}"]
            why = next((line for line in reversed(lines) if "Error: " in line), lines[-1])[:300]
            why = why.removeprefix("RuntimeError: ").removeprefix("PluginError: ")
            if "ModuleNotFoundError" in why:
                why += "; what a package imports must be among its requirements, or be named after the game"
            raise UsageError(f"the page does not begin when it is tried here: {why}")
        with zipfile.ZipFile(io.BytesIO((folder / "compiled.zip").read_bytes())) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
