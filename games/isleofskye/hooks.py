"""Hooks of Isle of Skye in addition to core's: modules add pieces, lines and joins, and are called at moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Board, Face, Log, Look, Rules, View, spec

if TYPE_CHECKING:
    from .appraise.territory_worth import Worth
    from .catalogue import Catalogue
    from .scoring_kinds import Promise, Scoring, ScrollKind
    from .state import IsleOfSkyeState, Readable
    from .territory import Territory
    from .tiles import Tile


class Specs:
    """Hooks of Isle of Skye."""

    @spec
    def landscape_tiles(self, rules: Rules) -> Sequence[Tile]:  # type: ignore[empty-body]
        """The tiles behind the module's pieces of family `tile`. Called once, when the ruleset is assembled."""

    @spec
    def scoring_tiles(self, rules: Rules) -> Sequence[Scoring]:  # type: ignore[empty-body]
        """Scoring tiles without a record in scoring.yaml; a record needs no hook (docs/territory.md).

        They stand behind the module's pieces of family `scoring`, and each has a score reason of its id. Called once,
        when the ruleset is assembled.
        """

    @spec
    def scroll_kinds(self, rules: Rules) -> Sequence[ScrollKind]:  # type: ignore[empty-body]
        """Kinds of scroll that the module's tiles show; each has a score reason of its id. Called once."""

    @spec
    def tile_looks(self, rules: Rules) -> Mapping[str, Look]:  # type: ignore[empty-body]
        """How pictures show what the module's tiles have: marks, kinds of symbol, what scrolls count, letters of sides.

        Called for each drawing.
        """

    @spec
    def side_rules(self, rules: Rules) -> Mapping[str, str]:  # type: ignore[empty-body]
        """Letters other than P, M and W that sides of the module's tiles show, each with the rule on what it may touch.

        Sides touch only sides that show the same letter. Called once, when the ruleset is assembled.
        """

    @spec
    def turned_tiles(  # type: ignore[empty-body]
        self, catalogue: Catalogue, board: Board, cell: int
    ) -> Sequence[tuple[int, Face]]:
        """A tile was laid on `cell`: cells whose tile shows another face from now on, and that face, unturned.

        Also called for imagined boards: the answer must depend on nothing but the board. A tile that may be turned has
        a `Tile.back`, and lies on that cell or next to it.
        """

    @spec
    def joined_roads(  # type: ignore[empty-body]
        self, catalogue: Catalogue, board: Board
    ) -> Sequence[tuple[int, ...]]:
        """Roads (numbers of `board.road`) that meet although no side joins them, grouped by meeting place.

        Called after each tile, also for imagined boards, and always for all roads of the board.
        """

    @spec
    def territory_lines(self, home: Territory) -> Sequence[tuple[str, float, float]]:  # type: ignore[empty-body]
        """Returns lines (label, points, points in each round to come) that a territory promises because of the module.

        The same labels in the same order for every territory; also called for imagined territories.
        """

    @spec
    def only_entrances(self, rules: Rules) -> bool:  # type: ignore[empty-body]
        """True if the module's `joined_roads` says no more than `Tile.entrances`: roads that enter one region meet.

        Bots imagine territories quicker then. Called once, when the ruleset is assembled.
        """

    @spec
    def promises(self, rules: Rules) -> Sequence[Promise]:  # type: ignore[empty-body]
        """The module's `territory_lines` in forms, so that bots count them quicker. Called once."""

    @spec
    def income_lines(self, state: IsleOfSkyeState, seat: int) -> Sequence[tuple[str, int]]:  # type: ignore[empty-body]
        """Additional gold for the seat in phase 1: (message key, gold) lines."""

    @spec
    def price_lines(  # type: ignore[empty-body]
        self, table: Readable, buyer: int, seller: int, tile: int
    ) -> Sequence[tuple[str, int]]:
        """Returns what the buyer pays more (or less) for this tile: (message key, gold) lines. No price falls below 0.

        `table` is the state, or a seat's view of it.
        """

    @spec
    def sold_later(  # type: ignore[empty-body]
        self, view: View, worth: Worth, seat: int
    ) -> Sequence[tuple[int, float] | tuple[int, float, int]]:
        """Returns what the module sells after this moment of the round: (price, worth in points to the seat[, tile]).

        A seat can buy one of these, so this is what gold kept now may bring; what names no tile is there for every
        seat. Called in pricing and buying.
        """

    @spec
    def tile_built(self, state: IsleOfSkyeState, seat: int, cell: int, log: Log | None) -> None:
        """The seat has laid a tile on the cell of its territory."""

    @spec
    def tile_unbuildable(  # type: ignore[empty-body]
        self, state: IsleOfSkyeState, seat: int, tile: int, log: Log | None
    ) -> bool:
        """The seat's tile has no place. True if the module has put it somewhere other than the bag."""
