"""The command that looks for sentences of others in ours finds them, and only them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "common_words.py"
THEIRS = "Whoever has the most sheep on closed pas-\n   tures at the end takes all.\n"


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A function that runs the command in a repository which tracks one page."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "rules.txt").write_text(THEIRS, "utf-8")

    def run(ours: str, folder: str = "theirs") -> subprocess.CompletedProcess[str]:
        (tmp_path / "page.md").write_text(ours, "utf-8")
        for words in (["init", "-q"], ["add", "page.md"]):
            subprocess.run(["git", *words], cwd=tmp_path, check=True)
        command = [sys.executable, str(SCRIPT), folder]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return run


@pytest.mark.parametrize(
    "ours",
    [
        "One.\nAnd: has the most sheep, on closed pastures at - well.",
        "one\nhas the MOST sheep on clo\u00adsed pastures at\nthe end",
        "one\n*has the most* sheep on\nclosed pastures at",
    ],
)
def test_eight_words_in_a_row_are_found(run: Run, ours: str) -> None:
    """Whatever the marks, the case and the ends of lines are."""
    done = run(ours)
    assert done.returncode == 1
    assert "page.md:2: has the most sheep on closed pastures at (rules.txt:1)" in done.stdout


def test_seven_words_are_no_sentence(run: Run) -> None:
    """Nor are eight of which one is another."""
    done = run("has the most sheep on closed pastures. The most sheep on open pastures at the end")
    assert (done.returncode, done.stdout) == (
        0,
        "1 texts of others, 1 of ours: 0 runs of 8 words in common\n",
    )


def test_a_folder_without_texts_is_no_success(run: Run) -> None:
    """A mistyped folder must not look like a clean repository."""
    done = run("anything", folder="nowhere")
    assert (done.returncode, done.stderr) == (2, "nowhere: no text (.txt, .md) lies there\n")
