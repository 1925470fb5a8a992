"""The server of an owner's page: what is asked in order, what is hostile, and pages that are behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.box import owner_data
from tilewright.core.box.draft import Draft
from tilewright.core.web.box.app import PHOTO, application
from tilewright.core.web.box.draft_session import ACTS, WHOLE
from tilewright.core.web.middleware import CONTENT_SECURITY, Hosts

from ...cases import cases
from ..front import Answer, Front, serving
from ..garden import PLUGIN as PLUGIN
from ..house import installed

TOKEN, FILE = "q7VfX2mTzLr0aWc9yKdE4g", "garden.yaml"


@attrs.define
class Page:
    """A page that knows what the server has told it last."""

    front: Front
    draft: Draft
    serial: int = 0

    def ask(self, do: str, *, path: Any = (0,), **more: Any) -> Answer:
        """Ask for something, as the script does."""
        content = {"do": do, "serial": self.serial, "name": FILE, "path": [*path], **more}
        answer = self.front.post(f"/t/{TOKEN}/do", content)
        if answer.status == 200:
            self.serial = json.loads(answer.body)["state"]["serial"]
        return answer

    def done(self, do: str, **more: Any) -> dict[str, Any]:
        """The same; what the page shows then."""
        answer = self.ask(do, **more)
        assert answer.status == 200, answer
        found: dict[str, Any] = json.loads(answer.body)
        return found


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Front, Draft]]:
    folder = tmp_path_factory.mktemp("garden")
    with installed(folder, garden="tests.web.garden:PLUGIN"):
        draft = Draft.open("garden", folder / "draft")
        with serving(application(draft, TOKEN, hosts=Hosts())) as front:
            yield front, draft
        draft.close()


@pytest.fixture
def page(front: tuple[Front, Draft]) -> Iterator[Page]:
    made = Page(*front)
    made.serial = made.draft.serial
    yield made
    while made.draft.undo():
        pass
    assert made.draft.files == made.draft.shipped


def bed(page: Page) -> Any:
    return page.draft.files[FILE][0]


def test_the_page_may_show_a_photo_and_nothing_else_is_loosened(page: Page) -> None:
    answer = page.front.ask("GET", f"/t/{TOKEN}")
    policy = answer.headers["content-security-policy"]
    assert answer.status == 200 and policy == PHOTO != CONTENT_SECURITY
    assert policy.replace(" blob:", "") == CONTENT_SECURITY
    assert b"<script" in answer.body and b"style=" not in answer.body and b"onclick" not in answer.body
    assert page.front.ask("GET", "/static/box.js").status == 200


def test_strangers_get_nothing(page: Page) -> None:
    for path in ("/t/wrong", "/t/wrong/do", f"/t/{TOKEN[:-1]}x", "/t/wr%C3%B6ng/export"):
        assert page.front.ask("GET", path).status == 404
    assert page.front.ask("GET", f"/t/{TOKEN}", host="evil.example").status == 421
    content = {"do": "undo", "serial": page.serial, "name": FILE, "path": []}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert page.front.post(f"/t/{TOKEN}/do", content, origin=origin).status == 403
    assert page.front.post(f"/t/{TOKEN}/do", content, content_type="text/plain").status == 415
    long = (
        f"POST /t/{TOKEN}/do HTTP/1.1\r\nHost: 127.0.0.1:{page.front.port}\r\nOrigin: {page.front.origin}\r\n"
    )
    long += "Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"
    assert page.front.raw(long.encode()).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {},
        {"do": "sing"},
        {"do": "set", "to": []},
        {"do": "set", "to": ["a"], "value": 7},
        {"do": "set", "to": [0, "plot"], "value": {"a": [1]}},
        {"do": "set", "to": [-1], "value": "x"},
        {"do": "set", "to": [True], "value": "x"},
        {"do": "set", "to": [1.5], "value": "x"},
        {"do": "set", "to": [[0]], "value": "x"},
        {"do": "set", "to": ["x" * 400], "value": "x"},
        {"do": "set", "to": [0, "plot"], "value": "\ud800"},
        {"do": "click", "spots": [[0, 0]]},
        {"do": "click", "spots": [[0, 0, 0, 10**30]]},
        {"do": "click", "spots": "all"},
        {"do": "open", "secret": 1},
        {"do": "blank", "rows": "2"},
        {"do": "move", "number": None},
    ],
)
def test_what_is_no_event_is_refused(page: Page, content: Any) -> None:
    if isinstance(content, dict):
        content = {"serial": page.serial, "name": FILE, "path": [0], **content}
    answer = page.front.ask(
        "POST",
        f"/t/{TOKEN}/do",
        json.dumps(content).encode("utf-8", "surrogatepass"),
        origin=page.front.origin,
        content_type="application/json",
    )
    assert (answer.status, answer.error) == (400, "This request cannot be read.")
    assert page.draft.files == page.draft.shipped


@pytest.mark.parametrize(("do", "more", "said"), cases(__file__, "what_cannot_be_done"))
def test_what_cannot_be_done_gets_a_sentence(page: Page, do: str, more: Any, said: str) -> None:
    found = page.done(do, **more)
    assert said in found["message"] and found["alarm"]
    assert page.draft.files == page.draft.shipped


def test_a_page_that_is_behind_is_told_so_and_changes_nothing(page: Page) -> None:
    other = attrs.evolve(page)
    page.done("click", tool="b", spots=[[0, 0, 0, 0]])
    answer = other.ask("click", tool="w", spots=[[2, 1, 0, 0]])
    found = json.loads(answer.body)
    assert answer.status == 409 and "changed in another place meanwhile" in found["message"]
    assert (
        found["state"]["serial"] == page.serial
        and "brb" in bed(page)["plot"]
        and "w" not in bed(page)["plot"]
    )
    assert json.loads(other.ask("open").body)["state"]["serial"] == page.serial
    assert other.ask("undo").status == 200 and bed(page)["plot"] == "rrb\n..b\n"


def test_a_record_is_begun_changed_confirmed_and_given_up(page: Page) -> None:
    found = page.done("open", path=())
    assert found["state"]["path"] == [] and not found["state"]["drawn"]
    found = page.done("open", path=(0, "text", "en"))  # inside a record: the record
    assert found["state"]["path"] == [0] and found["state"]["parts"] == [2, 2]
    assert "reconstructed, unsure" in found["regions"]["place"]
    page.done("set", to=[0, "text", "de"], value="Kräuter")
    page.done("set", to=[0, "scent"], value="sweet")
    page.done("insert", to=[0, "guests"], number=0)
    page.done("insert", to=[0, "guests"], number=-1)
    page.done("insert", to=[0, "depths"], key="spade", number=-1)
    assert bed(page)["guests"] == [{"name": "bee", "count": "3"}, {"name": "", "count": "0"}]
    assert bed(page)["depths"] == {"spade": "0"} and bed(page)["text"]["de"] == "Kräuter"
    page.done("move", to=[0, "guests"], number=1, before=0)
    assert [one["name"] for one in bed(page)["guests"]] == ["", "bee"]
    page.done("remove", to=[0, "guests", 0])
    page.done("set", to=[0, "scent"], value="")
    page.done("set", to=[0, "text", "de"], value="")
    assert "scent" not in bed(page) and bed(page)["text"] == {"en": "Herbs and roses."}
    found = page.done("confirm")
    assert bed(page)["provenance"] == "owner" and "yours" in found["regions"]["place"]
    found = page.done("reset")
    assert bed(page) == page.draft.shipped[FILE][0] and "As shipped" in found["regions"]["place"]


def test_problems_are_told_at_their_place_and_mended(page: Page) -> None:
    found = page.done("click", tool="w", spots=[[1, 0, 0, 0], [2, 0, 0, 0]])
    assert found["state"]["wrong"] == [[0, 0]] and "roses drown beside water" in found["regions"]["here"]
    assert "Make it 1" in found["regions"]["problems"] and "Make it 1" in found["regions"]["form"]
    assert "Put in place (2 problems)" in found["regions"]["head"]
    assert page.done("give")["message"] == "Nothing was put in place: 2 things are not right yet."
    found = page.done("open", path=(1,), problem=0)
    assert found["message"] == "kitchen.plot: roses drown beside water"
    found = page.done("open", path=(0,), problem=0)
    assert found["state"]["spot"] == [0, 0] and found["state"]["lit"] == [0, "plot"]
    page.done("fix", file=FILE, to=[0, "roses"])
    found = page.done("click", tool="b", spots=[[1, 0, 0, 0]])
    assert found["state"]["wrong"] == [] and "Everything adds up" in found["regions"]["problems"]
    page.done("undo")
    page.done("redo")
    assert bed(page)["plot"] == "rbw\n..b\n" and bed(page)["roses"] == "1"


def test_half_finished_work_is_shown_and_kept(page: Page) -> None:
    for value in (None, ["x"], {"plot": ["r"]}, "q"):
        found = page.done("set", to=[0, "plot"], value=value)
        assert "Undo" in found["regions"]["head"] and found["regions"]["problems"].count("<li>") >= 1
    found = page.done("set", to=[0], value="a bed")
    assert "cannot be drawn yet" in found["regions"]["drawing"]
    found = page.done("set", to=[0], value={"id": "new"})
    assert "new" in found["regions"]["form"]


def test_what_is_right_is_put_in_place_and_exported(page: Page) -> None:
    assert page.front.ask("GET", f"/t/{TOKEN}/export").status == 409
    page.done("click", tool="b", spots=[[2, 0, 0, 0], [0, 1, 0, 0]])
    answer = page.front.ask("GET", f"/t/{TOKEN}/export")
    assert answer.status == 200 and 'filename="garden.box.json"' in answer.headers["content-disposition"]
    assert json.loads(answer.body)["game"] == "garden"
    found = page.done("give")
    assert (
        "Every command uses it from now on" in found["message"]
        and "tilewright play garden" in found["message"]
    )
    folder = owner_data.in_place("garden")
    assert (
        folder is not None
        and "brb" not in (text := (folder / FILE).read_text("utf-8"))
        and "provenance: owner" in text
    )
    assert "Every command plays with what you have put in place." in found["regions"]["head"]
    assert "disabled" in found["regions"]["head"].partition("Put in place")[0].rpartition("<button")[2]
    assert "In place</button>" in found["regions"]["head"]
    found = page.done("click", tool="b", spots=[[1, 1, 0, 0]])
    assert "what you see here is not in play yet" in found["regions"]["head"]
    owner_data.take_away("garden")  # a draft that is begun after this begins from what is shipped


def test_texts_are_escaped(page: Page, tmp_path: Path) -> None:
    found = page.done("set", to=[0, "id"], value="<script>alert(1)</script>")
    shown = "".join(found["regions"].values())
    assert "<script>" not in shown and "&lt;script&gt;" in shown


@pytest.mark.parametrize("do", sorted(set(ACTS) - {*WHOLE}))
def test_an_event_about_what_the_draft_lacks_gets_a_sentence(page: Page, do: str) -> None:
    """A file, record or place that is not there, such as from a page of another edition."""
    before = page.draft.texts()
    odd: list[dict[str, Any]] = [
        {"name": "tiles.yaml"},
        {"name": ""},
        {"name": "../garden.yaml"},
        {"file": "tiles.yaml", "name": "x"},
    ]
    odd += [
        {"path": path, "to": to, "key": "one"}
        for path in ([], [0], [99], ["none"], [0, "none", 3], [0, 0, 0])
        for to in ([], [0, "none", 3], ["none"])
    ]
    for more in odd:
        answer = page.ask(do, **{"value": "x", "rows": 3, "columns": 3, **more})
        assert answer.status < 500, (more, answer)
        if "name" in more:
            state = json.loads(answer.body)
            assert page.draft.texts() == before and (answer.status == 400 or state["message"]), more
        page.serial = page.draft.serial
