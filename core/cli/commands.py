"""The commands that can be typed at the prompt instead of a move: to look, to understand, to take back, to leave."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..limits import number
from ..table import changes, looking, reading, rulebook, telling, wording
from ..table.choosing import Choosing
from ..table.telling import Teller
from ..table.texts import Texts
from . import printing, screens
from .common import Back, Stopped

if TYPE_CHECKING:
    from ..actions import Refusal
    from .prompt import Prompt


@lru_cache
def words(lang: str) -> dict[str, str]:
    """The words that can be typed, in English and in this language, each with its command."""
    found: dict[str, str] = {"?": "help", "exit": "quit"}
    for name in COMMANDS:
        for one in ("en", lang):
            found |= dict.fromkeys(Texts(one)(f"line.word.{name}").split(), name)
    return found


def _help(prompt: Prompt, rest: str) -> None:
    say, said = prompt.terminal.say, prompt.said
    say(said("line.moves"))
    rules, lang = prompt.chair.view.rules, prompt.table.lang
    for kind in reading.own(prompt.chair):
        head = f"  {wording.pattern(prompt.chair, kind)}  "
        prompt.terminal.wrapped(rules.say_kind(kind, lang), head, "      ")
    prompt.terminal.wrapped(said("line.how"), "  ")
    say(said("line.commands"))
    heads = listed(lang)
    wide = max(map(len, heads)) + 2
    for head, does in heads.items():
        prompt.terminal.wrapped(does, f"  {head:<{wide}}", " " * (wide + 2))


def _board(prompt: Prompt, rest: str) -> None:
    show = prompt.chair.show
    if rest:
        show = show.only(rest)
        if not (show.boards or show.panels):
            raise UsageError(prompt.said("line.no_title", text=rest))
    screens.whole(prompt, show, notes=not rest)


def _legend(prompt: Prompt, rest: str) -> None:
    screens.legend(prompt)


def _moves(prompt: Prompt, rest: str) -> None:
    rows = [row for row in screens.listed(prompt) if looking.folded(rest) in looking.folded(row)]
    prompt.terminal.say(prompt.terminal.columns(rows) or f"  {prompt.said('line.none')}")


def _hint(prompt: Prompt, rest: str) -> None:
    said, rules = prompt.said, prompt.chair.view.rules
    if rules.game.choices is None:
        raise UsageError(said("line.no_hint", game=rules.game.title))
    best = prompt.chair.hints()[0]
    label = next((f"[{one}] " for one, t in prompt.labels.items() if t.action == best.action), "")
    about = next(
        (screens.thing(prompt.chair, o) for o in prompt.choosing.left if o.action == best.action), ""
    )
    named = wording.move(prompt.chair, best.action) + (f" ({about})" if about else "")
    told = said("line.worth", points=round(float(best.worth), 1)) + ":" * bool(best.lines)
    if not best.lines and not round(best.worth, 1):
        told = said("line.as_good")
    prompt.terminal.say(f"{label}{named}, {told}")
    for key, worth in best.lines:
        name = telling.label(rules, key, prompt.table.lang)
        prompt.terminal.say(f"  {telling.signed(round(worth, 1), prompt.table.lang):>6}  {name}")


def _why(prompt: Prompt, rest: str) -> None:
    if not rest:
        if prompt.refused is None:
            raise UsageError(prompt.said("line.why_what"))
        return _reasons(prompt, prompt.refused)
    if rest.upper() in prompt.chair.view.rules.rule_texts():
        return _one(prompt, rest.upper())
    found = reading.read(rest, prompt.chair, prompt.choosing, prompt.labels)
    actions = [offer.action for offer in found.left] if isinstance(found, Choosing) else found
    for action in actions[: 1 if not isinstance(found, Choosing) else FEW]:
        refusal = prompt.chair.refused(action)
        if refusal is not None:
            prompt.refused = refusal
            _reasons(prompt, refusal)
            continue
        move = wording.move(prompt.chair, action)
        prompt.terminal.say(prompt.said("line.is_legal", move=move))
        prompt.terminal.wrapped(f"{move}: {prompt.chair.said(action)}", "  ", "    ")
    if len(actions) > FEW:
        prompt.terminal.say(f"  {prompt.said('line.more', n=len(actions))}")
    return None


FEW = 6
"""Of a choice in parts, `why` explains so many moves."""


def _reasons(prompt: Prompt, refusal: Refusal) -> None:
    prompt.terminal.say(prompt.said("line.is_refused", move=wording.move(prompt.chair, refusal.action)))
    for said in prompt.chair.reasons(refusal):
        prompt.terminal.wrapped(said, "  ")
    for rule in dict.fromkeys(refusal.rules):
        _rule(prompt, rule)


def _rule(prompt: Prompt, rule: str) -> None:
    """Print one rule. Its source, with headings in the rulebook's language, is told where one rule is asked for."""
    found = prompt.chair.view.rules.rule_texts().get(rule)
    if found is not None:
        prompt.terminal.wrapped(f"{rule}: {found.text.strip()}", "  ", "      ")
    elif rule:
        prompt.terminal.say(f"  {rule}")


def _one(prompt: Prompt, rule: str) -> None:
    """Print one rule, and where it stands in the printed rules."""
    _rule(prompt, rule)
    source = prompt.chair.view.rules.rule_texts()[rule].source
    prompt.terminal.wrapped(prompt.said("table.source", source=source), "      ")


def _rules(prompt: Prompt, rest: str) -> None:
    texts, terminal = prompt.chair.view.rules.rule_texts(), prompt.terminal
    if not rest:
        for rule in reading.cited(prompt.chair):
            _rule(prompt, rule)
        terminal.say(prompt.said("line.rules_what", n=len(texts)))
        return None
    if rest.upper() in texts:
        return _one(prompt, rest.upper())
    found = rulebook.searched(texts, rest)
    if not found:
        raise UsageError(prompt.said("line.no_rule", text=rest))
    for rule in found[:MOST]:
        _rule(prompt, rule)
    if len(found) > MOST:
        terminal.wrapped(prompt.said("line.more_rules", rules=", ".join(found[MOST:])), "  ", "      ")
    return None


MOST = 6
"""Of the rules that a search finds, so many are printed; of the others, the ids."""


def _undo(prompt: Prompt, rest: str) -> None:
    if len(prompt.choosing.left) < len(prompt.chair.choosing.offers):
        return _back(prompt, rest)
    assert prompt.chair.seat is not None
    taken = prompt.table.take_back(prompt.chair.seat)
    what = f": {wording.move(prompt.chair, taken.action)}" if taken is not None else ""
    prompt.terminal.say(prompt.said("line.taken_back") + what)
    return None


def _redo(prompt: Prompt, rest: str) -> None:
    with prompt.session.guard("redo"):
        prompt.session.happened(prompt.table.redo())


def _back(prompt: Prompt, rest: str) -> None:
    if len(prompt.choosing.left) == len(prompt.chair.choosing.offers):
        if prompt.table.trial:
            raise Back
        raise UsageError(prompt.said("line.no_back"))
    prompt.choosing = prompt.choosing.back() if prompt.choosing.picked else prompt.chair.choosing
    prompt.draw()


def _score(prompt: Prompt, rest: str) -> None:
    names: list[str] = []
    for word in rest.split():
        seat = next((s for s in prompt.table.seats if s.casefold() == word.casefold()), None)
        if seat is None:
            raise UsageError(prompt.said("line.no_player", name=word, players=", ".join(prompt.table.seats)))
        names.append(seat)
    printing.sheet(prompt.chair.standing(), prompt.terminal, prompt.table.lang)
    printing.points(prompt.chair, names, prompt.terminal)
    printing.ended(prompt.chair, names, prompt.terminal)


def _log(prompt: Prompt, rest: str) -> None:
    if rest and number(rest) is None:
        raise UsageError(prompt.said("line.log_what", text=rest))
    teller = Teller(prompt.table.match, prompt.chair.seat, prompt.table.lang)
    visible = teller.visible(prompt.table.match.played)
    for played in visible[max(0, len(visible) - int(rest)) :] if rest else visible:
        printing.decision(teller.told(played), prompt.table.seats, prompt.terminal)
    if not visible:
        prompt.terminal.say(prompt.said("line.nothing_yet"))


def _look(prompt: Prompt, rest: str) -> None:
    from ..draw.sentences import sentences

    if not rest:
        found = sentences(prompt.chair.show)
    else:
        for show in prompt.chair.named:
            with suppress(UsageError):
                found = looking.look(show, rest, screens.marks(prompt.labels))
                break
        else:
            raise UsageError(prompt.said("table.nowhere", name=rest))
    for line in found:
        prompt.terminal.wrapped(line, "  ", "    ")


def _changes(prompt: Prompt, rest: str) -> None:
    before = prompt.table.left.get(prompt.chair.seat) if prompt.chair.seat is not None else None
    if before is None:
        raise UsageError(prompt.said("line.not_moved"))
    for line in changes.changes(before, prompt.chair.show) or [prompt.said("line.same")]:
        prompt.terminal.wrapped(line, "  ", "    ")


def _provenance(prompt: Prompt, rest: str) -> None:
    told = prompt.chair.view.rules.provenance(prompt.table.lang)
    for line in told or [prompt.said("line.printed")]:
        prompt.terminal.wrapped(line, "  ")


def _whatif(prompt: Prompt, rest: str) -> None:
    session, seat = prompt.session, prompt.chair.seat
    if prompt.table.trial:
        raise UsageError(prompt.said("line.trial_twice"))
    assert seat is not None
    session.visit(session.person(rest) if rest else seat)
    session.seat(seat)
    if not prompt.moved:
        prompt.draw()


def _save(prompt: Prompt, rest: str) -> None:
    match, said = prompt.table.match, prompt.said
    path = match.path
    if path is None:
        raise UsageError(said("line.no_record"))
    if not rest:
        match.keep()
        prompt.terminal.place(said("line.saving"), path)
        return
    target = Path(rest).expanduser()
    moved = match.save(target)
    prompt.terminal.place(said("line.moved" if moved else "line.copied"), target)


def _quit(prompt: Prompt, rest: str) -> None:
    prompt.session.leave("")
    raise Stopped(0)


COMMANDS: dict[str, Callable[[Prompt, str], None]] = {
    "help": _help,
    "moves": _moves,
    "board": _board,
    "legend": _legend,
    "look": _look,
    "why": _why,
    "hint": _hint,
    "rules": _rules,
    "score": _score,
    "log": _log,
    "changes": _changes,
    "back": _back,
    "undo": _undo,
    "redo": _redo,
    "provenance": _provenance,
    "whatif": _whatif,
    "save": _save,
    "quit": _quit,
}
"""Each command with the function that carries it out, given the prompt and the rest of the line."""
WITH = ("moves", "board", "look", "why", "rules", "score", "log", "whatif", "save")
"""The commands that take more words."""


def listed(lang: str = "en") -> dict[str, str]:
    """Each command as it can be typed, and what it does."""
    said = Texts(lang)
    heads = {name: said(f"line.word.{name}").split()[0] for name in COMMANDS}
    heads |= {name: f"{heads[name]} {said(f'line.of.{name}')}" for name in WITH}
    return {head: said(f"line.help.{name}") for name, head in heads.items()}
