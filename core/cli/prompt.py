"""What a person at the table can type: moves, and commands that look, explain and take back."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..actions import verbs
from ..errors import TilewrightError, Unreadable, UsageError
from . import moves, telling
from .common import Stopped
from .preview import Foreseen, foresee
from .telling import Teller

if TYPE_CHECKING:
    from ..actions import Action, Refusal
    from ..state import State
    from .table import Table

COMMANDS = {
    "help": "this list (or ?)",
    "hint": "the best move that the game's own judgement sees, with its worth in points",
    "why MOVE": "why it is refused, with the rules' own text; or what it would give. Also: why RULE-ID",
    "undo": "take back your last move, as long as nobody has learnt anything new; redo plays it again",
    "score [NAME]": "the score sheet; with a name, where each point came from",
    "log [N]": "what has happened so far (the last N moves)",
    "moves [TEXT]": "the legal moves with their numbers (those with TEXT in them)",
    "look [CELL]": "what lies on a cell, in words; without one, all of the board",
    "board": "draw the board again",
    "save [FILE]": "where the game is saved; with FILE, a copy there (it is saved after every move anyway)",
    "quit": "leave; the game stays saved",
}
SHOWN = 24
"""Moves listed at most after a half-typed one."""


class Prompt:
    """One person's turn at the terminal, until a move has been played."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.terminal = table.terminal
        self.match = table.match
        self.rules = table.match.rules
        self.name = table.match.state.seats[seat]
        self.refused: Refusal | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help, "?": self.help, "hint": self.hint, "why": self.why, "undo": self.undo,
            "redo": self.redo, "score": self.score, "log": self.log, "moves": self.moves, "look": self.look,
            "board": self.board, "save": self.save, "quit": self.quit, "exit": self.quit,
        }  # fmt: skip

    @property
    def state(self) -> State:
        return self.match.state

    # -- one turn ----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Lines are read until one has played a move (or taken one back)."""
        self.board("")
        begun = self.state
        while self.state is begun:
            legal = self.state.legal(self.seat)
            self.terminal.candidates = [*map(str, legal), *(name.split()[0] for name in COMMANDS)]
            text = self.terminal.ask(f"{self.name}> ")
            self.line(text, len(legal) == 1)

    def line(self, text: str, forced: bool = False) -> None:
        """One line that was typed: moves, a command, a comment. A forced move may be played by Enter alone."""
        words = uncommented(text)
        if not words and self.terminal.asks:
            if text.strip() or not forced:
                self.terminal.note("type a number, a coordinate or a move; ? lists what else you can type")
            else:
                words = "1"
        while words:
            try:
                words = self.obey(words)
            except Unreadable as error:
                self.unreadable(error)
                return
            except TilewrightError as error:
                self.trouble(str(error))
                return

    def obey(self, text: str) -> str:
        """Carries the line out; returns the line that was typed instead of confirming, if any."""
        word, _, rest = text.partition(" ")
        name = word.lower().removeprefix(":")
        if name in self.commands and (word.startswith(":") or name not in verbs(self.rules.kinds)):
            self.commands[name](rest.strip())
            return ""
        parts = [part.strip() for part in text.split(";") if part.strip()]
        for n, part in enumerate(parts):
            for action in moves.read(part, self.state, self.seat, self.table.show(self.seat)):
                done, instead = self.play(action)
                if not done:
                    return instead
                if self.match.over:
                    return ""
            if self.seat not in self.state.to_act and n + 1 < len(parts):
                raise UsageError(f"your turn is over; not played: {'; '.join(parts[n + 1 :])}")
        return ""

    def play(self, action: Action) -> tuple[bool, str]:
        """The move is checked, confirmed if it must be, and played: (whether it was, a line typed instead)."""
        refusal = self.state.check(action)
        if refusal is not None:
            self.refused = refusal
            self.trouble(f"not played: {self.rules.say_refusal(refusal, self.state.seats, self.table.lang)}")
            return False, ""
        with self.table.guard(str(action)):
            if self.table.confirm and self.terminal.asks:
                seen = foresee(self.state, action)
                if seen.final:
                    self.terminal.note(self.preview(action, seen))
                    typed = uncommented(self.terminal.ask("Enter plays it; 'no' or another move takes it back> "))
                    if typed:
                        return False, "" if typed.lower() in ("no", "n", "back", "undo") else typed
            played = self.match.play(action)
        self.table.told(played)
        return True, ""

    def preview(self, action: Action, seen: Foreseen) -> str:
        """`place food 3,4: +3 food group; anna takes Stirling Castle`."""
        rules, state, lang = self.rules, self.state, self.table.lang
        said = [telling.by_seat(rules, seen.lines, state.seats, self.seat, lang)] if seen.lines else []
        said += [
            rules.say_event(event, state.seats, self.seat, lang)
            for event in seen.events
            if not telling.repeats(event, action)
        ]
        said += ["the game ends"] if seen.ends_game else []
        return f"{action}: {'; '.join(said) or 'no points now'}"

    # -- what went wrong ---------------------------------------------------------------------------------------

    def trouble(self, text: str, legal: bool = True) -> None:
        """Something typed cannot be done: a person types again, a script stops here."""
        if self.terminal.asks:
            self.terminal.note(text, "bad")
            return
        self.terminal.note(f"line {self.terminal.line}: {text}")
        listed = [str(action) for action in self.state.legal(self.seat)]
        if legal and listed:
            self.terminal.note(f"legal for {self.name} were: {', '.join(listed)}")
        self.table.leave("")
        raise Stopped(4)

    def unreadable(self, error: Unreadable) -> None:
        more = ""
        if error.expected:
            shown = list(error.expected[:SHOWN])
            if len(error.expected) > SHOWN:
                shown.append(f"... ({len(error.expected)} in all)")
            several = any(" " in item for item in shown)
            more = "\n" + self.terminal.columns(shown) if several else f"; what may follow: {', '.join(shown)}"
        self.trouble(f"{error}{more}")

    # -- commands ----------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        say, step = self.terminal.say, self.state.step
        assert step is not None
        say("Moves (a number from the board, a coordinate, or in full; several on a line with ; between):")
        for kind in (*step.actions, *(kind for extra in step.extras for kind in extra.actions)):
            self.terminal.wrapped((kind.__doc__ or "").strip().split("\n")[0], f"  {moves.pattern(kind):<34} ", " " * 37)
        say("Commands:")
        for name, does in COMMANDS.items():
            self.terminal.wrapped(does, f"  {name:<14} ", " " * 17)

    def board(self, rest: str) -> None:
        self.table.board(self.seat)

    def moves(self, rest: str) -> None:
        legal = self.state.legal(self.seat)
        wide = len(str(len(legal)))
        rows = [f"{n:>{wide}}  {action}" for n, action in enumerate(legal, 1) if rest.lower() in str(action)]
        self.terminal.say(self.terminal.columns(rows) or "  none")

    def hint(self, rest: str) -> None:
        if self.rules.game.choices is None:
            raise UsageError(f"{self.rules.game.title} says nothing of what a move is worth")
        choices = self.rules.game.choices(self.state.view(self.seat))
        number = max(range(len(choices)), key=lambda n: choices[n].worth)
        best = choices[number]
        self.terminal.say(f"{best.action}  (number {number + 1}), worth about {best.worth:.1f} points to you:")
        for key, worth in best.lines:
            self.terminal.say(f"  {telling.signed(round(worth, 1)):>6}  {telling.label(self.rules, key, self.table.lang)}")

    def why(self, rest: str) -> None:
        texts = self.rules.rule_texts()
        if not rest:
            if self.refused is None:
                raise UsageError("why what? Name a move, or the id of a rule")
            return self._reasons(self.refused)
        if rest.upper() in texts:
            return self._rule(rest.upper())
        for action in moves.read(rest, self.state, self.seat, self.table.show(self.seat)):
            refusal = self.state.check(action)
            if refusal is not None:
                self._reasons(refusal)
                return None
            self.terminal.say(f"{action} is legal. It gives now:")
            self.terminal.wrapped(self.preview(action, foresee(self.state, action)), "  ", "    ")
            return None

    def _reasons(self, refusal: Refusal) -> None:
        self.terminal.say(f"{refusal.action} is refused:")
        for reason in refusal.reasons:
            said = self.rules.say(reason.key, reason.args, self.state.seats, self.table.lang)
            self.terminal.wrapped(said, "  ")
        for rule in dict.fromkeys(refusal.rules):
            self._rule(rule)

    def _rule(self, rule: str) -> None:
        found = self.rules.rule_texts().get(rule)
        if found is not None:
            self.terminal.wrapped(f"{rule}: {found.text.strip()} [{found.source}]", "  ", "      ")
        elif rule:
            self.terminal.say(f"  {rule}")

    def undo(self, rest: str) -> None:
        if not self.table.undo:
            raise UsageError("this table plays without undo (--undo off)")
        match = self.match
        mine = match.can_undo(self.seat)
        # At a table of people nobody has learnt anything: the one before may have the move back.
        before = not mine and match.can_undo() and match.played[-1].seat in self.table.people
        taken = match.undo(None if before else self.seat)
        self.terminal.say(f"taken back: {taken.action}" if taken is not None else "taken back")

    def redo(self, rest: str) -> None:
        with self.table.guard("redo"):
            self.table.told(self.match.redo())

    def score(self, rest: str) -> None:
        from .table import scores

        try:
            names: Sequence[str] = [self.state.seats[self.state.seat(name)] for name in rest.split()]
        except ValueError as error:
            raise UsageError(str(error)) from None
        scores(self.match, self.terminal, self.table.lang, names)

    def log(self, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise UsageError(f"log {rest}: say how many moves, as a number")
        told = Teller(self.rules, self.state.seats, self.seat, self.table.lang).told(self.match.played)
        for played in told[-int(rest) :] if rest else told:
            Teller(self.rules, self.state.seats, self.seat, self.table.lang).show(played, self.terminal)
        if not told:
            self.terminal.say("nothing has happened yet")

    def look(self, rest: str) -> None:
        show = self.table.show(self.seat)
        cell = moves.CELL.fullmatch(rest) if rest else None
        if rest and cell is None:
            raise UsageError(f"look {rest}: name a cell by its two numbers, such as 3,4")
        at = (int(cell[1]), int(cell[2])) if cell is not None else None
        found = 0
        for board in show.boards if show is not None else ():
            for spot in board.spots:
                if at in (None, tuple(spot.at)) and spot.said:
                    found += 1
                    self.terminal.wrapped(f"{spot.at[0]},{spot.at[1]}: {spot.said}", "  ", "    ")
        legal = list(self.state.legal(self.seat))
        for offer in show.offers if show is not None else ():
            if at is not None and offer.at == at:
                self.terminal.say(f"  you may: {offer.action}  (number {legal.index(offer.action) + 1})")
        if not found:
            raise UsageError(f"there is nothing at {rest}" if rest else "there is no board to look at")

    def save(self, rest: str) -> None:
        path = self.match.path
        if path is None:
            raise UsageError("this match has no record")
        if not rest:
            self.terminal.say(f"saved after every move in {path}")
            return
        target = Path(rest).expanduser()
        if target.exists():
            raise UsageError(f"{target} exists already; choose another name")
        try:
            shutil.copyfile(path, target)
        except OSError as error:
            raise UsageError(f"{target} cannot be written: {error.strerror}") from error
        self.terminal.say(f"a copy of the game so far is in {target}; play goes on in {path}")

    def quit(self, rest: str) -> None:
        self.table.leave("")
        raise Stopped(0)


def uncommented(text: str) -> str:
    """The line without its comment (`#` at its beginning or after a blank)."""
    for n, letter in enumerate(text):
        if letter == "#" and (n == 0 or text[n - 1].isspace()):
            return text[:n].strip()
    return text.strip()
