"""Old names that outside code may still import, and their new names.

An old name cannot be imported any more. A plugin that imports one fails to load, and is listed with the sentence from
here.
The engine's names are here; each game lists its own in a `renamed.py` with a table `RENAMED`.
"""

from __future__ import annotations

import ast
import linecache
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from .moved_files import MOVED

CORE, AUTHORING = "tilewright.core", "tilewright.authoring"
RENAMED: dict[str, str] = {
    "adapters.chances.Position": "adapters.chance_nodes.ChanceState",
    "adapters.episode.Refused": "adapters.episode.IllegalNumber",
    "adapters.fields.Field": "adapters.field_numbers.FieldNumbers",
    "adapters.fields.Nothing": "adapters.field_numbers.NoNumbers",
    "adapters.fields.Number": "adapters.field_numbers.OneNumber",
    "adapters.fields.Numbers": "adapters.field_numbers.NumberList",
    "adapters.fields.Tiles": "adapters.field_numbers.TileBoard",
    "adapters.openspiel.Watcher": "adapters.openspiel.TileObserver",
    "bots.judge.Judge": "bots.move_judge.MoveJudge",
    "bots.learned.Learned": "bots.learned.LearnedBot",
    "bots.mind.Look": "bots.learned_moves.Lookahead",
    "bots.outlook.Outlook": "bots.rollouts.Rollouts",
    "bots.standing.Standing": "bots.position_judge.PositionJudge",
    "bots.standing.Value": "bots.position_judge.PositionValue",
    "bots.trace.Step": "simulation.skill_trace.TraceStep",
    "bots.trained.Learned": "bots.learned_file.LearnedPlay",
    "bots.trained.Share": "bots.learned_file.WinShare",
    "bots.tree.Node": "bots.search_tree.SearchNode",
    "bots.value.Value": "bots.learned_value.LearnedValue",
    "box.checking.Check": "box.check.DraftCheck",
    "box.checking.Found": "box.check.DraftProblem",
    "box.differences.Difference": "box.differences.ContentDifference",
    "box.forms.Field": "box.forms.FormField",
    "box.giving.Gift": "box.export.ExportedFiles",
    "box.steps.Step": "box.undo_steps.UndoStep",
    "box.steps.Steps": "box.undo_steps.UndoSteps",
    "box.stock.Stock": "box.shipped_files.ShippedFiles",
    "box.taking.Brought": "box.take_over.BroughtFiles",
    "box.taking.Text": "box.take_over.FileText",
    "checks.BEYOND": "text.checks.beyond",
    "cli.stepping.Leave": "cli.table.replay_prompt.LeaveReplay",
    "cli.stepping.Steps": "cli.table.replay_prompt.ReplayPrompt",
    "cli.targets.Asked": "cli.shared.check_targets.CheckRequest",
    "cli.targets.Target": "cli.shared.check_targets.CheckTarget",
    "data.Document": "text.document.Document",
    "data.read_document": "text.document.read_document",
    "draw.charts.Part": "draw.text_charts.PointSource",
    "draw.diagram.Drawing": "draw.svg_board.SvgBoard",
    "draw.lines.Box": "draw.styled_lines.SpotBox",
    "draw.lines.Drawn": "draw.styled_lines.DrawnBoard",
    "draw.lines.Line": "draw.styled_lines.StyledLine",
    "draw.model.Area": "draw.model.Ground",
    "draw.model.Board": "draw.model.Diagram",
    "draw.page.Page": "draw.svg_page.SvgPage",
    "draw.screenful.Decision": "draw.decision_text.DecisionScreen",
    "draw.tables": "draw.text_panels",
    "guests.Weighing": "play.guests.WeighingGuest",
    "lab.adaptation.Change": "lab.study.adaptation.AdaptedVariant",
    "lab.asked.Asked": "lab.study.settings.ComparisonRequest",
    "lab.block.Player": "lab.games.block.BlockPlayer",
    "lab.block.Side": "lab.games.block.BlockSide",
    "lab.block.Work": "lab.games.block.BlockWork",
    "lab.block.play_watched": "simulation.games.play_out",
    "lab.content.asked.Asked": "lab.study.settings.ContentRequest",
    "lab.content.study.Study": "lab.content.study.ContentFindings",
    "lab.design.asked.Asked": "lab.study.settings.DesignRequest",
    "lab.design.candidates.Space": "lab.design.candidates.SearchSpace",
    "lab.design.confirm.Check": "lab.design.confirmation.TargetCheck",
    "lab.design.deviations.Step": "lab.design.deviations.NeighbourStep",
    "lab.design.deviations.Steps": "lab.design.deviations.NeighbourSteps",
    "lab.design.found.Found": "lab.design.findings.SearchFindings",
    "lab.design.kept.Kept": "lab.design.folder.SearchFolder",
    "lab.design.plan.Design": "lab.design.plan.SearchPlan",
    "lab.design.targets.Goal": "lab.design.targets.SearchGoal",
    "lab.design.targets.Target": "lab.design.targets.SearchTarget",
    "lab.design.values.Estimate": "lab.design.estimates.QuantityEstimate",
    "lab.exact.Cause": "lab.study.exact.PartingCause",
    "lab.exact.Step": "lab.study.exact.ReplayedStep",
    "lab.failif.Condition": "lab.study.fail_if.FailCondition",
    "lab.findings.Failure": "lab.study.findings.FailedGame",
    "lab.frame": "notebook.columns",
    "lab.freezing.Player": "lab.games.frozen_streams.StreamPlayer",
    "lab.freezing.Work": "lab.games.frozen_streams.StreamWork",
    "lab.gaps.Change": "lab.stats.seat_gap.GapChange",
    "lab.handicap.Start": "lab.games.handicap.StartResource",
    "lab.handicap.Value": "lab.games.handicap.ResourceValue",
    "lab.notebook": "notebook.comparison",
    "lab.plan.Plan": "lab.study.plan.ComparisonPlan",
    "lab.relearning.Share": "lab.study.relearning.VictoryShare",
    "lab.report.picture.Column": "lab.report.picture.AnswerColumn",
    "lab.run.Crew": "lab.study.crew.Crew",
    "lab.run.Declined": "lab.study.crew.Declined",
    "lab.run.Played": "lab.study.run.PlayedBlocks",
    "lab.shares.Share": "lab.stats.variance.VarianceShare",
    "lab.stats.Column": "lab.stats.block_stats.MetricColumn",
    "lab.stats.Estimate": "lab.stats.block_stats.MetricEstimate",
    "lab.store.Store": "lab.games.store.BlockStore",
    "lab.table.Result": "lab.stats.block_table.MetricResult",
    "lab.table.Table": "lab.stats.block_table.BlockTable",
    "layout.box": "land.geometry.box",
    "layout.compactness": "land.geometry.compactness",
    "layout.frontier": "land.geometry.frontier",
    "layout.holes": "land.geometry.holes",
    "learn.reading.Part": "training.explanation.PagePart",
    "learn.reading.Table": "training.explanation.TextTable",
    "learn.samples.Study": "training.samples.SampleGames",
    "learn.training.Course": "training.train.TrainingCourse",
    "learn.training.Done": "training.train.TrainingPart",
    "majority.clockwise": "land.majority.seats_after",
    "match.Bot": "play.lifecycle.Bot",
    "match.Played": "play.recorded_game.Played",
    "match.drawn": "play.recorded_game.drawn",
    "match.learnt": "play.recorded_game.learnt",
    "match.result": "play.recorded_game.result",
    "meanings.ABSENT": "rules.containers.ABSENT",
    "meanings.By": "rules.containers.By",
    "meanings.KEPT": "rules.containers.KEPT",
    "meanings.at_cells": "rules.containers.at_cells",
    "meanings.bits": "rules.containers.bits",
    "meanings.by": "rules.containers.by",
    "meanings.by_seat": "rules.containers.by_seat",
    "meanings.listed": "rules.containers.sequence",
    "meanings.sequence": "rules.containers.sequence",
    "meters.choosing.Gaps": "meters.choices.ChoiceGaps",
    "notebook.comparison.Run": "notebook.comparison.ComparisonResult",
    "notebook.search.Search": "notebook.design.DesignResult",
    "notebook.study.Study": "notebook.content.ContentResult",
    "outside.announced.Announced": "outside.announced_options.AnnouncedOption",
    "outside.check.Broken": "outside.protocol_check.CheckBroken",
    "outside.check.Finding": "outside.protocol_check.CheckResult",
    "outside.check.Skipped": "outside.protocol_check.CheckSkipped",
    "outside.check.Spot": "outside.protocol_check.DecisionPoint",
    "outside.differences.Difference": "outside.differences.PositionDifference",
    "outside.draws.Draws": "outside.fixed_draws.FixedDraws",
    "outside.draws.Fixed": "outside.fixed_draws.FixedLog",
    "outside.faults.Refused": "outside.faults.ErrorReply",
    "outside.named.Named": "outside.program_name.ProgramName",
    "outside.referee.Ours": "outside.implementations.EngineReferee",
    "outside.referee.Position": "outside.implementations.StatedPosition",
    "outside.referee.Start": "outside.implementations.GameStart",
    "outside.report.Explained": "outside.report.ExplainedDeviation",
    "outside.search.Finding": "outside.difference_search.Deviation",
    "outside.search.Plan": "outside.difference_search.DeviationPlan",
    "outside.search.Result": "outside.difference_search.DeviationResult",
    "outside.stranger.Stranger": "outside.bot_program.BotProcess",
    "outside.theirs.Asked": "outside.rules_program.RulesRequest",
    "outside.theirs.Theirs": "outside.rules_program.ProgramReferee",
    "record.Line": "record.format.RecordLine",
    "record.Writer": "record.writer.Writer",
    "record.finished_bytes": "gone: add 1 to where the last newline of the record's bytes is",
    "record.held": "record.writer.held",
    "result.Result": "record.result.MatchResult",
    "scene.Outcome": "scenes.scene.Run",
    "scene.Told": "scenes.scene.Verdict",
    "majority.Incumbent": "gone: write a policy with a method `share(amounts)` of your own",
    "rules.Fixed": "rules.frozen.FrozenDict",
    "rules.state.check_seat_names": "text.seat_names.check_seat_names",
    "rules.named": "text.seat_names.check_seat_names",
    "schedule.end_turn": "gone: drop the frames above the phase's own from state.stack",
    "schedule.last_on_track": "gone: write the policy `(state, seat) -> seat` of the phase yourself",
    "screen.after.PuzzleScreen": "screen.puzzle_screen.PuzzleScreen",
    "screen.after.Wish": "screen.after_choice.AfterChoice",
    "screen.app.Left": "screen.app.TableExit",
    "screen.board.Board": "screen.board_widget.BoardWidget",
    "screen.chooser.Row": "screen.chooser.FrameRow",
    "screen.history.History": "screen.past_positions.PastPositions",
    "screen.menu.Around": "screen.menu_screen.MenuContext",
    "screen.menu.Chosen": "screen.menu_screen.MenuChoice",
    "screen.menu.Saved": "screen.menu_screen.SavedGames",
    "screen.pages.Entry": "screen.overlays.FinderEntry",
    "screen.pages.Page": "screen.overlays.TextOverlay",
    "screen.pages.Picture": "screen.overlays.ChartOverlay",
    "screen.room.Side": "screen.window_layout.SidePanel",
    "screen.sheet.Sheet": "screen.lines_widget.LinesWidget",
    "screen.typed.Paper": "screen.input_line.LineWriter",
    "screen.walk.WalkScreen": "screen.replay_screen.ReplayScreen",
    "simulate.Plan": "simulation.games.SimulationPlan",
    "simulate.names_of": "play.match.names_of",
    "table.choice.Choice": "table.choice_cursor.ChoiceCursor",
    "table.choosing.Part": "table.choosing.ChoicePart",
    "table.choosing.Target": "table.choosing.ChoiceTarget",
    "table.commands.Paper": "table.commands.AnswerWriter",
    "table.course.Course": "table.point_course.PointCourse",
    "table.foresight.Foreseen": "table.preview.MovePreview",
    "table.history.Game": "table.player_history.PlayedGame",
    "table.history.Sources": "table.player_history.PointSources",
    "table.history.Tally": "table.player_history.GameTally",
    "table.lacking.Gap": "table.comparison.PointGap",
    "table.offered.Offered": "table.setup_choices.GameChoice",
    "table.plan.Plan": "table.match_setup.MatchSetup",
    "table.plan.Player": "table.match_setup.SeatSetup",
    "table.puzzle.Verdict": "table.puzzle.PuzzleVerdict",
    "table.saves.Save": "table.saved_games.SavedGame",
    "table.telling.Sheet": "table.narration.ScoreSheet",
    "table.telling.Teller": "table.narration.Narrator",
    "table.telling.Told": "table.narration.DecisionText",
    "table.walk.Entry": "table.replay_walk.LogEntry",
    "table.wish.Wish": "table.undo_request.UndoRequest",
    "testing.elsewhere.Position": "testing.other_processes.PlainPosition",
    "testing.ground.Deal": "testing.soak_settings.BlockSettings",
    "testing.ground.Ground": "testing.soak_settings.SoakedGame",
    "testing.ground.Package": "testing.soak_settings.ImportedPackage",
    "testing.sources.Read": "testing.package_names.OptionRead",
    "testing.sources.Source": "testing.package_names.SourceFile",
    "testing.sources.Sources": "testing.package_names.PackageSources",
    "testing.tally.Book": "testing.soak_tally.SoakBook",
    "testing.tally.Cell": "testing.soak_tally.GameGroup",
    "testing.tally.Count": "testing.soak_tally.GameCount",
    "testing.tally.Failure": "testing.soak_tally.SoakFailure",
    "testing.tally.Tally": "testing.soak_tally.BlockTally",
    "web.app.Web": "web.app.WebApp",
    "web.asked.Page": "web.questions.AnswerPage",
    "web.asked.Paper": "web.questions.ParagraphWriter",
    "web.box.correcting.Correcting": "web.box.draft_session.DraftSession",
    "web.box.correcting.Record": "web.box.draft_session.OpenRecord",
    "web.box.event.Event": "web.box.page_event.DraftEvent",
    "web.guard.Guard": "web.middleware.AccessMiddleware",
    "web.hall.Entry": "web.hosted_match.HostedMatch",
    "web.hall.Hall": "web.matches.MatchRegistry",
    "web.hall.Opened": "web.hosted_match.OpenMatch",
    "web.hall.Place": "web.matches.AddressTarget",
    "web.lanes.Lanes": "web.threads.ThreadLimits",
    "web.lobby.Asked": "web.lobby.LobbyRequest",
    "web.notable": "table.notable_moves",
    "web.notable.Job": "web.replay_notable.NotableJob",
    "web.positions.Album": "web.replay_positions.DrawnPositions",
    "web.positions.Position": "web.replay_positions.DrawnPosition",
    "web.positions.Store": "web.replay_positions.TextStore",
    "web.rates.Rates": "web.rate_limit.RateLimiter",
    "web.refused.Broken": "web.http_errors.RecordBroken",
    "web.refused.Elsewhere": "web.http_errors.RecordInUse",
    "web.refused.Full": "web.http_errors.ServerFull",
    "web.refused.NoAddress": "web.http_errors.UnknownAddress",
    "web.refused.Refused": "web.http_errors.HttpError",
    "web.refused.UsedUp": "web.http_errors.AddressExpired",
    "web.register.Content": "web.addresses.AddressContent",
    "web.register.Kept": "web.addresses.MatchAddresses",
    "web.register.Register": "web.addresses.AddressFile",
    "web.replay.Server": "web.replay_page.ServerLinks",
    "web.served.Served": "web.live_match.LiveMatch",
    "web.sitting.Event": "web.page_event.PageEvent",
    "web.sitting.Sitting": "web.page_session.PageSession",
    "web.stream.Stream": "web.event_stream.EventStream",
    "words.FORMS": "gone: a language's forms stand in data/languages/CODE/language.yaml",
    "words.LANGUAGES": "text.languages.languages",
    "words.plural": "text.grammar.grammar",
}
"""Other old names to the new ones, as seen from `tilewright.core`, or to a sentence on what to do instead."""
_MISSING = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_NOTHING = object()
_HOME = re.compile(r"(tilewright\.(?:core|games\.\w+))\.(.+)")


@cache
def moved() -> dict[str, str]:
    """Return every file of the engine that has moved, old name to new one, as seen from `tilewright.core`."""
    found = {}
    for old, new, names in MOVED:
        for name in names.split():
            was, _, now = name.partition(">")
            found[f"{old}.{was}".lstrip(".")] = f"{new}.{now or was}"
    return found


def hint(error: ImportError) -> str:
    """Return sentences with the new names of what could not be imported; "" if none of it was renamed."""
    missing = _MISSING.match(error.msg or "")
    if missing:
        wanted = [f"{missing[2]}.{missing[1]}"]
    else:
        wanted = _imported(error) or [error.name or ""]
    return "".join(dict.fromkeys(f"; {found}" for name in wanted if (found := _sentence(name))))


def _imported(error: ImportError) -> list[str]:
    """Return the full names in the import statement that failed, from the source of the plugin."""
    frame, places = error.__traceback__, []
    while frame is not None:
        places.append((frame.tb_frame.f_code.co_filename, frame.tb_lineno))
        frame = frame.tb_next
    for file, line in reversed(places):
        try:
            tree = ast.parse("".join(linecache.getlines(file)))
        except SyntaxError:  # not Python's own text, such as a frame of a debugger
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.lineno == line:
                return [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.Import) and node.lineno == line:
                return [alias.name for alias in node.names]
    return []


def _sentence(wanted: str) -> str:
    """Return `OLD is now NEW` for a full name, with the name for authors where it has one; "" for other names."""
    if wanted.startswith(f"{AUTHORING}."):
        name = wanted.rpartition(".")[2]
        gone = [new for old, new in RENAMED.items() if old.endswith(f".{name}") and new.startswith("gone: ")]
        return f"{name} is now {gone[0]}" if gone else ""
    found = _HOME.fullmatch(wanted)
    if found is None or (new := _new(found[1], found[2])) is None:
        return ""
    old = found[2] if found[1] == CORE else f"{found[1].rpartition('.')[2]}.{found[2]}"
    if new.startswith("gone: "):
        return f"{old} is now {new}"
    holder, _, last = f"{found[1]}.{new.split()[0]}".rpartition(".")
    thing = _found(holder, last)
    if thing is _NOTHING:  # the file has moved, but never held this
        file = wanted.rpartition(".")[0]
        return _sentence(file) if _found(*file.rpartition(".")[::2]) is _NOTHING else ""
    if _found(AUTHORING, last) is thing:
        return f"{old} is now {last} in {AUTHORING}"
    return f"{old} is now {found[1]}.{new}"


def _found(holder: str, name: str) -> object:
    """Return the object of this name in a module, or the module of this name; _NOTHING if neither exists."""
    try:
        module = import_module(holder)
        return getattr(module, name) if hasattr(module, name) else import_module(f"{holder}.{name}")
    except ModuleNotFoundError:
        return _NOTHING


def _new(home: str, name: str) -> str | None:
    """Return the new name, as seen from a home, or the sentence in its place; None if the name is not an old one."""
    table: dict[str, str] = {}
    if find_spec(f"{home}.renamed") is not None:
        table = import_module(f"{home}.renamed").RENAMED
    elif home == CORE:
        table = moved() | RENAMED
    whole, rest = name, ""
    while whole:
        if whole in table:
            new = table[whole]
            return f"{new}.{rest}" if rest and " " not in new else new
        whole, _, last = whole.rpartition(".")
        rest = f"{last}.{rest}".rstrip(".")
    return None
