"""Things that break nothing and were forgotten: the kit warns of each."""

from __future__ import annotations

from collections import Counter

import attrs

import tilewright as tw
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.zones import lying

from ..harvest_dist import harvest
from ..harvest_dist.harvest import storm
from ..harvest_dist.harvest.state import Harvest
from ..paper import plugin
from .plant import brook, forgotten, package

SAME = "    same: int = option("
BONUS = '    bonus: int = option(1, rule="PL-LAY-3", doc="points for nothing", low=0, high=5)\n'


@forgotten("unused", "/options.py:14, rule PL-LAY-3) is never read: in 10 Python files of plot_")
def an_option_that_no_code_reads() -> Rules:
    return package(("options.py", SAME, BONUS + SAME))


@forgotten("unused", "only bonus_of (plot_")
def an_option_that_only_a_function_reads_which_nothing_calls() -> Rules:
    idle = "def bonus_of(state: Readable) -> int:\n    return state.rules.options.bonus\n\n\n"
    first = "def openings("
    return package(("options.py", SAME, BONUS + SAME), ("state.py", first, idle + first))


@forgotten("unused", "option wish (plot_")
def an_option_with_the_name_of_a_weight_that_is_read() -> Rules:
    return package(
        ("steps.py", "granted(state.tiles, kind) * rules.options.wish", "granted(state.tiles, kind)"),
        ("appraise.py", " * cast(int, view.options.wish)", ""),
    )


@forgotten("unused", "option weather.rain (plot_")
def an_option_of_a_module_that_no_code_reads() -> Rules:
    return package(("weather.py", "state.rules.module_options[NAME].rain", "1"), module="weather")


@forgotten("unused", "/__init__.py:80, rule PL-LAY-3) is never awarded")
def a_score_reason_that_no_move_gives_points_for() -> Rules:
    wish = '        ScoreReason("wish"'
    return package(
        ("__init__.py", wish, '        ScoreReason("bonus", "PL-LAY-3"),\n' + wish),
        ("data/messages.yaml", "# Events\n", "bonus: {en: a bonus}\n\n# Events\n"),
    )


@forgotten("unused", "message crowded (")
def a_message_that_nothing_says() -> Rules:
    return package(
        ("data/messages.yaml", "# Score reasons\n", 'crowded: {en: "too many"}\n\n# Score reasons\n')
    )


@forgotten("unused", "stream storm (plot_")
def a_stream_that_nothing_is_drawn_from() -> Rules:
    return package(("__init__.py", '("bag", "wishes", "start")', '("bag", "wishes", "start", "storm")'))


@forgotten("unused", "hook final_lines (plot_")
def a_hook_that_the_game_never_calls() -> Rules:
    hook = '''"""Hookspecs. Cells are keys of the grid."""

    @spec
    def final_lines(self, state: Readable) -> None:
        """What a module counts at the end."""
'''
    return package(("hooks.py", '"""Hookspecs. Cells are keys of the grid."""\n', hook))


@forgotten(
    "pieces",
    "does not say what is conserved, so a piece that a move loses or doubles goes unnoticed: write Game(conserved=",
)
def a_game_that_does_not_say_what_is_conserved() -> Rules:
    return package(("__init__.py", "    conserved=lying,\n", ""))


@forgotten("pieces", "zone storm.pile does not count in what is conserved")
def a_zone_of_a_module_that_does_not_count() -> Rules:
    def conserved(state: Harvest) -> Counter[tuple[str, str]]:
        counted = lying(state)
        return Counter({piece: counted[piece] for piece in counted if piece[0] in ("tile", "goal")})

    return tw.load(plugin(attrs.evolve(harvest.GAME, conserved=conserved)), [storm])


@forgotten(
    "unused", "step place offers each tile in every rotation, but all tiles look the same in all of them"
)
def a_rotation_that_nobody_can_see() -> Rules:
    return brook('("MMMMMM", "WWWWWW")')
