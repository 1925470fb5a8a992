"""`history`: statistics of the saved games that people have played."""

from __future__ import annotations

from ..shared import common
from ..shared.options import ENGLISH, Lang


def history(
    game: str | None = None,
    player: str | None = None,
    detail: bool = False,
    json: bool = False,
    plain: bool = False,
    lang: Lang = ENGLISH,
    rebuild: bool = False,
) -> None:
    """Print statistics of your saved games.

    Games played, finished and won by game, opponents and number of players, scores over time, and the last games. A
    seat without a bot is a person's. A shared victory counts as won; the interval of the share is Wilson's, 95 %,
    corrected for continuity. All who played a game are rated together, from the order of finish in each: which level
    somebody plays like, how sure that is, and the level at which they should win about half of their games.
    Games that began from a position (play --from) are not counted. What the records say is kept in an index beside
    them, for the lobby of a server as well; --rebuild reads every record anew.

    Examples: tilewright history; tilewright history GAME --player anna --detail
    """
    from ...simulation import player_history as told
    from ...table.face_texts import Texts
    from ...table.record_index import RecordIndex
    from . import history_text as shown
    from .saved_games import complain

    if detail and game is None:
        raise common.usage("--detail: name the game: tilewright history GAME --detail")
    index, say = RecordIndex(common.home()), Texts(lang.value)
    if rebuild:
        common.note(say("saves.index.rebuilt", n=index.rebuild()))
    found = index.saves()
    if index.anew and not rebuild:
        common.note(say(f"saves.index.{index.anew}"))
    every = [*told.games(found), *told.games(found, begun=True)]
    shown.known(game, [one.name for one in every], "game")
    shown.known(player, [one.player for one in every], "player")
    if json:
        played = told.games(found, game, player)
        sources = shown.sources(played, lang.value) if detail else None
        broken = [{"file": str(one.path), "error": one.problem} for one in found if one.problem]
        begun = len(told.games(found, game, player, begun=True))
        report = shown.report(played, shown.rated(found, played), sources)
        common.emit(report | {"begun": begun, "broken": broken})
        return
    terminal = common.terminal(plain)
    failed = shown.print_history(found, terminal, say, game, player, detail)
    complain(found, terminal, say)
    for file, why in failed.items():
        terminal.advise(say("history.replay", file=file, why=why))
