"""Records spoilt at random: of all games with modules, sealed, finished, and begun from positions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match

from .shell import Ran, run

Lines = list[Any]

NUMBERS = [-1, 0, 1, 2, 7, 99, 4096, -(1 << 30), 1 << 31, 1 << 63, 10**15, 10**79, True, 0.5, 1e308]
ODD: Lines = [
    None, False, "", "anna", "0", "x\x1b[31m\x07", "\u202e", "../../etc/passwd", "/dev/zero", "\x00", "\ud800",
    [], {}, [[]], [None], {"": 0}, {"a": {"b": []}}, ["anna", "anna"], "x" * 5_000,
]  # fmt: skip
RAW = [
    b"NaN", b"-Infinity", b"1e999", b"9" * 5_000, b"9" * 3_000, b"[" * 100_000, b'{"a":' * 100_000, b"\xff",
    b'{"seed": 1, "seed": 2}', b"nul", b"\x00",
]  # fmt: skip
ENTRIES: Lines = [
    {"back": 0}, {"back": 3}, {"back": 99}, {"back": -1}, {"back": True},
    {"undo": 99}, {"undo": -1}, {"undo": True}, {"undo": 0}, {"redo": 0}, {"redo": 1}, {"note": "x"}, {"note": 1},
    {"n": 1, "reveal": True}, {"n": 0, "draw": "start", "value": "anna"}, {"result": {}}, {"result": {"scores": []}},
    {"n": 1, "turn": 1, "hash": ""}, {"n": 10**79, "seat": 0, "move": "x"}, {}, [], 1,
]  # fmt: skip


def record(
    path: Path, game: str, modules: list[str], seed: int, most: int, *, start: bool, players: int
) -> Path:
    """A recorded random game of so many decisions, if wanted begun from a position in the middle of another."""
    rules = tw.load(game, modules=modules)
    chooser = Stream(seed, "mutations")
    names = ["anna", "bruno", "clara"][:players]

    def play(match: Match, most: int) -> None:
        while not match.over and match.decisions < most:
            seat = chooser.pick(match.state.to_act)
            match.play(chooser.pick(match.state.legal(seat)))
            if match.can_undo(seat) and chooser.below(4) == 0:
                match.undo(seat)

    position = None
    if start:
        before = Match(rules, names, seed=seed)
        play(before, 30)
        position = before.state
    match = Match(rules, names, seed=seed, bot_names={names[-1]: "random"}, record=path, start=position)
    play(match, most)
    match.close()
    return path


def records(folder: Path) -> list[Path]:
    """One record of each sort."""
    skye = ["tunnel"]
    made = [
        ("rebirth", [], 500, False, 2),
        ("rebirth", [], 12, True, 3),
        ("glenmore", [], 25, False, 2),
        ("glenmore", [], 14, True, 3),
        ("isleofskye", skye, 7, False, 3),
        ("isleofskye", [], 33, False, 2),
        ("isleofskye", skye, 11, True, 2),
    ]
    return [
        record(folder / f"base{n}.jsonl", game, modules, n, most, start=start, players=players)
        for n, (game, modules, most, start, players) in enumerate(made)
    ]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within."""
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield (*path, key)
        yield from places(inner, (*path, key))


def spoilt(raw: bytes, chooser: Stream) -> bytes:
    """The record with one or two things changed."""
    for _ in range(1 + chooser.below(2)):
        lines = raw.split(b"\n")
        # The header and its position are where most can go wrong.
        at = 0 if chooser.below(2) == 0 else chooser.below(len(lines) - 1)
        how = chooser.below(12)
        try:
            content = json.loads(lines[at])
        except (ValueError, RecursionError):
            continue
        if not isinstance(content, dict):
            continue
        if how == 0:
            lines[at : at + 1] = []
        elif how == 1:
            lines.insert(at + 1, json.dumps(chooser.pick(ENTRIES)).encode())
        elif how == 2:
            lines.insert(at, lines[chooser.below(len(lines) - 1)])
        elif how == 3:
            cut = chooser.below(len(lines[at]) + 1)
            lines[at] = (
                lines[at][:cut] + chooser.pick([b"", b"\x00", b"}", b'"', b",", b"9"]) + lines[at][cut + 1 :]
            )
        elif content:
            # A field first, then what lies in it, so that a large part does not draw all changes.
            fields: list[tuple[Any, ...]] = [(key,) for key in content]
            inside = content.get("start")
            if isinstance(inside, dict) and inside and chooser.below(3):
                fields = [("start", key) for key in inside]
            path = chooser.pick(fields)
            inner: Any = content
            for key in path:
                inner = inner[key]
            deeper = list(places(inner))
            if deeper and chooser.below(3):
                path = (*path, *chooser.pick(deeper))
            holder: Any = content
            for key in path[:-1]:
                holder = holder[key]
            lines[at] = _changed(content, holder, path[-1], how, chooser)
        raw = b"\n".join(lines)
    return raw


def _changed(content: Any, holder: Any, key: Any, how: int, chooser: Stream) -> bytes:
    value = holder[key]
    if how in (4, 5):
        holder[key] = chooser.pick(NUMBERS)
    elif how == 6:
        holder[key] = chooser.pick(ODD)
    elif how == 7:
        del holder[key]
    elif how == 8 and isinstance(value, list):
        holder[key] = [*value, *value] if chooser.below(2) else value[:-1]
    elif how == 9 and type(value) is int:
        holder[key] = value + chooser.pick([-1, 1, 2, -100, 1 << 20])
    elif how == 10 and isinstance(holder, dict):
        holder[f"{key}x"] = holder.pop(key)
    elif how == 11:
        holder[key] = "@@"
        return json.dumps(content).encode().replace(b'"@@"', chooser.pick(RAW), 1)
    else:
        other = chooser.pick(list(holder.values()) if isinstance(holder, dict) else holder)
        holder[key] = json.loads(json.dumps(other))
    return json.dumps(content).encode()


def commands(path: Path, raw: bytes, chooser: Stream) -> list[str | Path]:
    """A command that reads the record."""
    game = next(
        (name for name in ("rebirth", "glenmore", "isleofskye") if f'"{name}"'.encode() in raw[:400]),
        "rebirth",
    )
    number = chooser.below(30)
    every: list[list[str | Path]] = [
        ["replay", path],
        ["replay", path, "--verify"],
        ["replay", path, "--to", str(number), "--json"],
        ["resume", path],
        ["play", game, "--from", f"{path}@{number}", "--save", path.with_suffix(".new"), "--seed", "1"],
        ["simulate", game, "--from", f"{path}@{number}", "-n", "1", "--seed", "1"],
        [
            "compare",
            game,
            "--from",
            f"{path}@{number}",
            "--blocks",
            "2",
            "--bots",
            "random",
            "--seed",
            "1",
            "--aa",
            "--yes",
        ],
        ["compare", game, path, "--exact", "--b", ""],
        ["show", game, f"{path}@{number}"],
        ["scene", "export", path, "--at", str(number)],
    ]
    return chooser.pick(every)


def mistake(ran: Ran, path: Path, words: list[str | Path]) -> str:
    """What is wrong with the way in which a spoilt record was refused or accepted; "" if nothing is."""
    if "Traceback" in ran.out + ran.err:
        return "a traceback"
    # A record that was accepted waits for moves, and nobody types any.
    left = ran.code == 130 and words[0] in ("play", "resume")
    if ran.code not in (0, 2, 3, 4, 5) and not left:
        return f"exit code {ran.code}"
    if ran.code in (3, 4) and f"{path}:" not in ran.out + ran.err:
        return "no file and line"
    return ""


def tried(folder: Path, seed: int, count: int, begin: int = 0) -> list[str]:
    """Spoil records so often, read each with a command, and return what went wrong."""
    made = [(path, path.read_bytes()) for path in records(folder)]
    found = []
    for n in range(begin, begin + count):
        chooser = Stream(seed, f"mutation {n}")
        _, raw = chooser.pick(made)
        raw = spoilt(raw, chooser)
        path = folder / "spoilt.jsonl"
        path.write_bytes(raw)
        path.with_suffix(".new").unlink(missing_ok=True)
        words = commands(path, raw, chooser)
        ran = run(*words, typed="")
        wrong = mistake(ran, path, words)
        if wrong:
            kept = folder / f"mutation-{n}.jsonl"
            kept.write_bytes(raw)
            found.append(f"mutation {n}: {wrong}: {' '.join(map(str, words))}\n{ran!r}"[:3000])
    return found
