"""Runs the notebooks of the studies and writes them with their outputs: `python docs/notebooks.py [FOLDER]`.

By default they are written in place, in docs/studies/. A notebook that fails ends the command with its error.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent / "studies"
MINUTES = 20
"""A cell that takes longer has failed."""


def made(path: Path) -> str:
    """Return the notebook with its outputs, as it is written to a file."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=60 * MINUTES,
        record_timing=False,
        resources={"metadata": {"path": str(HERE)}},
    )
    client.execute()
    # What else the kernel says of itself depends on the machine.
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return nbformat.writes(notebook) + "\n"


def main(folder: Path = HERE) -> None:
    """Run all notebooks."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(HERE.glob("*.ipynb")):
        print(path.name, flush=True)
        (folder / path.name).write_text(made(path), "utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # nobody's own data
        main(*map(Path, sys.argv[1:]))
