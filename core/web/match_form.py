"""The form in which a new match is set up: game, modules, edition, who sits where, options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import get_args

import attrs

from ..base.errors import TilewrightError
from ..base.html import Html, tag
from ..bots import levels
from ..record.format import Help
from ..rules.game import at_least
from ..table.face_texts import Texts
from ..table.match_setup import NAME, NAMES, MatchSetup, SeatSetup
from ..table.setup_choices import GameChoice, choices, offered, titled
from ..text.grammar import grammar
from ..text.languages import languages
from ..text.options import Option, typed
from ..text.seat_names import find

PEOPLE = 2
"""The players in a form that has not been changed yet."""


def fitted(plan: MatchSetup | None, games: Sequence[str]) -> MatchSetup:
    """The plan as far as its game has such modules, an edition, options and so many seats; the usual one for None."""
    name = plan.game if plan is not None and plan.game in games else games[0]
    game = _offered(name)
    if game is None:
        return MatchSetup(game=name)
    given = plan if plan is not None else MatchSetup(game=name)
    seated = [one for one in given.players if one.name] or [SeatSetup(name=one) for one in NAMES[:PEOPLE]]
    taken = [player.name for player in seated]
    seated += [SeatSetup(name=one) for one in NAMES if find(one, taken) is None]
    count = at_least(len(given.players) or PEOPLE, _counts(game))
    edition = given.edition if given.edition in game.editions else None
    modules = tuple(one for one, _ in game.modules if one in given.modules)
    bare = MatchSetup(game=name, modules=modules, edition=edition, help=given.help)
    try:
        known = {option.name for option in bare.loaded().declared}
    except TilewrightError:  # modules that do not go together; `begin` reports it
        known = set()
    options = {key: value for key, value in given.options.items() if key in known}
    return attrs.evolve(bare, options=options, players=tuple(seated[:count]))


def _counts(game: GameChoice) -> Sequence[int]:
    """The numbers of players that a form offers; at least one."""
    return [one for one in game.seat_counts if one <= len(NAMES)] or game.seat_counts[:1]


def _offered(name: str) -> GameChoice | None:
    try:
        return offered(name)
    except TilewrightError:  # the form says what is wrong with it
        return None


def form(
    plan: MatchSetup,
    games: Sequence[str],
    lang: str,
    said: Texts,
    allows: Callable[[str], bool] = lambda name: True,
    open: Collection[int] | None = None,
) -> Html:
    """The form, filled in with this plan; `allows` says which modules and options it has, and whether `edition`s.

    `open` are the seats for whoever comes; with None it offers none.
    """
    named = [(one, titled(one) or one) for one in games]
    rows = [_row(said("menu.game"), "game", plan.game, named)]
    if len(games) == 1:
        rows = [tag("input", type="hidden", name_="game", value=plan.game)]
    try:
        rows += _of_game(plan, offered(plan.game), said, allows, open)
    except TilewrightError as error:
        rows += [tag("p", line, cls="bad") for line in str(error).splitlines()]
    names = {one: grammar(one).name for one in languages()}
    rows.append(_row(said("web.lobby.language"), "lang", lang, [*names.items()], redraw=False))
    learn = tag("button", said("web.lobby.learn.first"), type="button", data_learn=plan.game)
    buttons = tag("p", tag("button", said("web.lobby.begin"), type="submit"), " ", learn)
    return tag("form", rows, buttons, autocomplete="off")


def _of_game(
    plan: MatchSetup,
    game: GameChoice,
    said: Texts,
    allows: Callable[[str], bool],
    open: Collection[int] | None,
) -> list[Html]:
    rows: list[Html] = []
    if modules := [one for one in game.modules if allows(one[0])]:
        boxes = []
        for name, title in modules:
            more = {"value": name, "checked": name in plan.modules, "data_redraw": True}
            boxes.append(tag("label", tag("input", type="checkbox", name_="module", **more), " ", title))
        rows.append(tag("fieldset", tag("legend", said("menu.modules")), boxes))
    if game.editions and allows("edition"):
        named = [("", said("menu.standard")), *((one, one) for one in game.editions)]
        rows.append(_row(said("menu.edition"), "edition", plan.edition or "", named))
    if len(counts := _counts(game)) > 1:
        numbers = [(str(n), str(n)) for n in counts]
        rows.append(_row(said("menu.players"), "count", str(len(plan.players)), numbers))
    who = [(one, said(f"menu.who.{one or 'person'}")) for one in ("", *levels.LEVELS)]
    who += [("open", said("web.join.comes"))] if open is not None else []
    for n, player in enumerate(plan.players, 1):
        aloud = said("web.lobby.name", n=n)
        name = tag("input", name_="name", value=player.name, maxlength=NAME, required=True, aria_label=aloud)
        chosen = "open" if open is not None and n - 1 in open else player.level
        level = _select("level", chosen, who, aria_label=said("web.lobby.who", n=n))
        rows.append(tag("div", name, level, cls="seat"))
    helps = [(one, said(f"web.lobby.help.{one}")) for one in get_args(Help)]
    rows.append(_row(said("web.lobby.help"), "help", plan.help, helps, redraw=False))
    return [*rows, *_options(plan, said, allows)]


def _options(plan: MatchSetup, said: Texts, allows: Callable[[str], bool]) -> list[Html]:
    """Every number and ruling that can be changed, folded."""
    try:
        rules = attrs.evolve(plan, players=(), options={}).loaded()
    except TilewrightError as error:
        return [tag("p", str(error), cls="bad")]
    usual = {name: typed(value) for name, value in rules.option_values.items()}
    rows = [
        _option(one, plan.options.get(one.name, usual[one.name]), usual[one.name])
        for one in rules.declared
        if allows(one.name)
    ]
    if not rows:
        return []
    return [
        tag("details", tag("summary", said("menu.options")), rows, cls="options", open=bool(plan.options))
    ]


def _option(option: Option, value: str, usual: str) -> Html:
    """One option; `data-usual` is the value that need not be sent."""
    more: dict[str, object] = {"data_option": option.name, "data_usual": usual, "aria_label": option.name}
    if option.ranged:
        low, high = (str(bound) for bound in option.values)
        field = tag("input", type="number", name_="option", value=value, min=low, max=high, **more)
    else:
        every = dict.fromkeys([*choices(option), value])
        field = _select("option", value, [(one, one) for one in every], **more)
    return tag("label", tag("code", option.name), field, tag("small", f"{option.doc} [{option.rule}]"))


def _select(name: str, value: str, every: Sequence[tuple[str, str]], **more: object) -> Html:
    """A list to choose from."""
    rows = [tag("option", text, value=one, selected=one == value) for one, text in every]
    return tag("select", rows, name_=name, **more)


def _row(label: str, name: str, value: str, every: Sequence[tuple[str, str]], redraw: bool = True) -> Html:
    """A list with its label. `redraw`: the form looks different afterwards."""
    chosen = _select(name, value, every, aria_label=label, data_redraw=redraw)
    return tag("label", tag("span", label), chosen)
