"""Writes docs/games/: how each game is played, from its lesson (`learn.yaml`) and its rules (`rules.yaml`).

python docs/games.py            # writes the pages and their pictures again; a test compares
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

import tilewright as tw
from tilewright.core.draw.model import Show, Where
from tilewright.core.draw.svg import draw_svg
from tilewright.core.rules import lessons
from tilewright.core.rules.chapters import chapters
from tilewright.core.rules.rule_texts import in_force
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table.introduction import introduced
from tilewright.core.table.lesson import Page, PageTable, lesson

HERE = Path(__file__).with_name("games")
GAMES = {
    "glenmore": (),
    "isleofskye": ("druids", "tunnel", "bonus", "outskirts"),
    "rebirth": ("ireland",),
}
WORDS = {
    "en": {
        "in": "",
        "lesson": "How it is played", "try": "Try it", "asked": "A question", "answer": "Answer", "so": "It is done so",
        "rules": "The rules", "with": "With {}", "other": "Auf Deutsch: {de}. Po polsku: {pl}.",
        "about": "At the table, `{}` goes through these pages and lets you try the tasks; `{}` finds a rule. In the "
        "pictures a star marks what the text speaks of.",
    },
    "de": {
        "in": " (Deutsch)",
        "lesson": "So wird gespielt", "try": "Zum Ausprobieren", "asked": "Eine Frage", "answer": "Antwort",
        "so": "So geht es", "rules": "Die Regeln", "with": "Mit {}", "other": "In English, with pictures: {en}.",
        "about": "Am Tisch geht `{}` mit dir durch diese Seiten, zum Ausprobieren; `{}` findet eine Regel.",
    },
    "pl": {
        "in": " (polski)",
        "lesson": "Jak się gra", "try": "Spróbuj", "asked": "Pytanie", "answer": "Odpowiedź", "so": "Robi się to tak",
        "rules": "Zasady", "with": "Z modułem {}", "other": "In English, with pictures: {en}.",
        "about": "Przy stole `{}` prowadzi przez te strony i daje spróbować zadań; `{}` znajduje zasadę.",
    },
}  # fmt: skip
MOST = 90
"""The most spots of a board that are drawn: of a larger one, those around the places that the page speaks of."""


def files() -> dict[str, str]:
    """Return the text of every file of the folder by its name."""
    found = {}
    for game in GAMES:
        for lang in WORDS:
            found[named(game, lang)] = page(game, lang)
        found |= {picture(one): drawn(one) for one in pages(game)}
    return found


def named(game: str, lang: str) -> str:
    return f"{game}.md" if lang == "en" else f"{game}.{lang}.md"


def pages(game: str) -> Iterator[Page]:
    """Yield the pages of the game, then those of each module."""
    yield from lesson(game).pages
    for module in GAMES[game]:
        yield from (one for one in lesson(game, [module]).pages if one.owner != game)


def picture(one: Page) -> str:
    return f"{one.owner.replace('.', '/')}/{one.name}.svg"


def drawn(one: Page) -> str:
    """Return the picture of a page: the boards with places that it speaks of, or all."""
    at = PageTable(one, "en")
    show, lit = at.chair.show, at.lit
    numbers = sorted({board for board, _ in lit}) or [n for n, board in enumerate(show.boards) if board.spots]
    boards = [
        attrs.evolve(
            show.boards[n], spots=[spot for spot in show.boards[n].spots if near(show, (n, spot.at), lit)]
        )
        for n in numbers
    ]
    marks = {(numbers.index(n), spot): "*" for n, spot in lit}
    return draw_svg(
        attrs.evolve(show, boards=boards, panels=(), offers=(), caption=()), marks=marks, notes=False
    )


def near(show: Show, where: Where, lit: frozenset[Where]) -> bool:
    """True for a spot of a small board, and for one of a large board near a place that is lit."""
    board = show.boards[where[0]]
    if len(board.spots) <= MOST:
        return True
    apart = [(where[1][0] - x, where[1][1] - y) for n, (x, y) in lit if n == where[0]] or [where[1]]
    return any(max(abs(dx), abs(dy), abs(dx + dy)) <= (3 if lit else 5) for dx, dy in apart)


def page(game: str, lang: str) -> str:
    """Return how a game is played, with its modules, then its rules in chapters."""
    rules, words = tw.load(game), WORDS[lang]
    links = {one: f"[{rules.game.title}]({named(game, one)})" for one in WORDS}
    about = words["about"].format(f"tilewright learn {game}", f"tilewright rules {game}")
    parts = [
        f"# {rules.game.title}{words['in']}",
        introduced(rules, lang),
        about,
        words["other"].format(**links),
    ]
    parts += [f"## {words['lesson']}", *taught(lesson(game).pages, lang)]
    for name in GAMES[game]:
        module = lesson(game, [name])
        own = [one for one in module.pages if one.owner != game]
        parts += [f"## {words['with'].format(module.rules.modules[0].title)}"]
        about_it = lessons.files(module.rules)[name].about
        parts += [lessons.said(rules, about_it.text, lang)] if about_it is not None else []
        parts += taught(own, lang)
    parts += [f"## {words['rules']}", *stated(rules, game, lang)]
    for name in GAMES[game]:
        under = tw.load(game, [name])
        parts += [f"## {words['rules']}: {under.modules[0].title}", *stated(under, name, lang)]
    return "\n\n".join(filter(None, parts)) + "\n"


def taught(found: tuple[Page, ...] | list[Page], lang: str) -> Iterator[str]:
    """Yield pages as paragraphs: text, picture, task with its answer out of sight."""
    for one in found:
        yield f"### {one.title(lang)}"
        yield plain(one.text(lang))
        if lang == "en":
            yield f"![{one.title(lang)}]({picture(one)})"
        yield from asked(PageTable(one, lang), lang)


def asked(at: PageTable, lang: str) -> Iterator[str]:
    task, said, words = at.page.task, at.page.said, WORDS[lang]
    if task is None:
        return
    yield f"**{words['asked' if at.question else 'try']}:** {plain(said(task.text, lang))}"
    if at.question:
        yield "\n".join(f"* {plain(answer)}" for answer in at.answers)
        right = next(n for n, one in enumerate(task.answers) if one.right)
        answer = f"{at.answers[right]}. {said(task.answers[right].say, lang)}"
    else:
        answer = f"{words['so']}: {'; '.join(at.show())}. {said(task.right, lang)}"
    yield f"<details><summary>{words['answer']}</summary>\n\n{plain(answer)}\n\n</details>"


def stated(rules: Rules, owner: str, lang: str) -> Iterator[str]:
    """Yield the rules of a game or module by chapter, each with its id."""
    own = in_force(rules, owner, lang)
    for chapter in chapters(rules, lang):
        listed = [f"* {plain(own[rule].text)} ({rule})" for rule in chapter.rules if rule in own]
        if listed:
            yield f"### {chapter.title}"
            yield "\n".join(listed)


def plain(text: str) -> str:
    """Return a text on one line, with the signs of Markdown as they are."""
    return re.sub(r"([*_<>|\\`\[\]])", r"\\\1", " ".join(text.split()))


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_text(text, "utf-8")
