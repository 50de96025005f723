"""What the screens say of themselves is true: keys, hints, what Enter takes, and what is used up."""

import re
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.procedure import procedure
from companion.engine.requests import Plan, Roll, Split
from companion.engine.session import Session
from companion.engine.state.phrases import falls, joined, parts_of, phrase
from companion.frontend.amending import EarlierAnswer, changeable
from companion.frontend.entity_form import FieldKey
from companion.tui.board.facts import board_of
from companion.tui.board.layout import arrange
from companion.tui.board.notes import last
from companion.tui.controller import SessionController
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.answers import ask_other
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_form import UnitForm
from companion.tui.text import plain
from companion.tui.widgets.dice import DiceBody
from companion.tui.widgets.rolled import whole_parts
from tests.examples import request_of, run_of
from tests.games.duel import Arena, example
from tests.games.odd import playing
from tests.tui.fakes import (
    MemoryOpened,
    app,
    misses,
    on_top,
    press,
    screen_text,
    sees,
    show,
    showing,
    typed_text,
    until,
)
from tests.tui.mouse import tap
from tests.tui.reached import reached
from tests.tui.scenes import SCENES, played


def _spent(session: object) -> bool:
    units = session.table.units.values()  # type: ignore[attr-defined]
    return any(u.alive and not u.get("morale") for u in units)


async def test_escape_goes_from_the_cards_to_the_actions_first() -> None:
    async with showing() as (pilot, _):
        screen = on_top(pilot, TableScreen)
        actions = screen.next.actions
        await press(pilot, "tab")
        await until(pilot, lambda: screen.view.marked() is not None)
        await sees(pilot, "Esc actions")
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        assert pilot.app.focused is actions


async def test_an_impossible_face_takes_no_slot() -> None:
    opened = reached("gods-gloom", lambda s: isinstance(s.request, Roll) and s.secret is None)
    async with showing(opened) as (pilot, _):
        await press(pilot, "7")
        await sees(pilot, "has no face '7'")
        assert typed_text(pilot).strip() == ""
        # What is typed next counts, in one burst too.
        await press(pilot, "7", "3")
        assert typed_text(pilot).strip() == "3"


async def test_too_many_in_a_split_are_said_before_what_is_missing() -> None:
    def three(s: Session) -> bool:
        return isinstance(s.request, Split) and s.secret is None and len(s.request.plans[0].allotments) == 3

    opened = reached("better-wargame", three)
    assert isinstance(opened.session.request, Split)
    total = opened.session.request.plans[0].total
    assert total is not None
    async with showing(opened) as (pilot, _):
        await press(pilot, *str(total), "space", "1", "enter")
        await sees(pilot, f"{total + 1} of {total} placed — 1 too many")


async def test_dice_that_were_typed_may_be_mended_and_rolled_ones_stay() -> None:
    opened = played(SCENES["speedies"])
    request = opened.session.request
    assert isinstance(request, Roll)
    faces = [[group.die.legal[0]] * group.count for group in request.dice]
    opened.session.answer(faces, request.by if isinstance(request.by, str) else request.by[0])
    opened.session.undo()
    async with showing(opened) as (pilot, _):
        await sees(pilot, "Enter takes these dice, Backspace mends them.")
        await misses(pilot, "no re-roll")
        assert typed_text(pilot).strip()
        # The words are a button.
        await tap(pilot, "Enter takes these")
        await until(pilot, lambda: opened.session.request is not request)
    opened = played(SCENES["speedies"])
    opened.session.answer("roll")
    opened.session.undo()
    async with showing(opened) as (pilot, _):
        await sees(pilot, "Rolled here before; undo is no re-roll.")


async def test_changing_a_roll_begins_with_its_faces() -> None:
    opened = reached("gods-gloom", lambda s: s.run is not None and any(a.kind == "roll" for a in s.run.answers))
    session = opened.session
    record = next(a for a in changeable(session, len(session.entries)) if a.kind == "roll")
    async with showing(opened) as (pilot, _):
        screen = on_top(pilot, GuideScreen)
        earlier = EarlierAnswer(opened, len(session.entries), record)
        assert not ask_other(screen, screen.controller, earlier, lambda _: None)
        await until(pilot, lambda: bool(pilot.app.screen.query(DiceBody)) and pilot.app.screen is not screen)
        body = pilot.app.screen.query_one(DiceBody)
        assert body.entry.value.replace("/", " ").split() == [str(face) for group in record.value for face in group]


def test_the_loudest_stands_first_where_the_room_is_short() -> None:
    fallen = example().unit("ann")
    out = falls("Ann is out of play", fallen)
    text = joined("; ", ["Hiro wins with success level 3", "4 wounds are dealt", out])
    assert str(whole_parts(text, 60, 1)[0]) == "Ann is out of play.  l tells the rest"
    assert "out of play" not in str(whole_parts(joined("; ", map(str, parts_of(text))), 55, 1)[0])
    assert [row.plain for row in whole_parts(text, 100, 1)] == [text]
    twice = falls("Ann is out of play, by a double", fallen)
    text = joined("; ", ["Chiyo hits Aya, 6 to 6, and does no harm", twice, out])
    assert str(whole_parts(text, 60, 1)[0]) == "Ann is out of play.  l tells the rest"


def test_a_sentence_without_room_does_not_end_in_the_middle_as_if_it_were_whole() -> None:
    """`Ann is out of play: 4` told that she was so four times."""
    why = ": 4 hits and 2 crits against 0 blocks, 6 wounds"
    out = phrase(falls("Ann is out of play", example().unit("ann")), why)
    assert [row.plain for row in whole_parts(out, 24, 1)] == ["Ann is out of play."]
    assert [row.plain for row in whole_parts(f"Bikes lose 1 mini{why}", 24, 1)] == ["Bikes lose 1 mini: 4 …"]
    assert [row.plain for row in whole_parts(f"Bikes lose 1 mini{why}", 24, 2)][-1].endswith(" …")
    assert whole_parts(out, 24, 0) == []


async def test_a_name_that_is_cut_before_a_roll_says_so() -> None:
    """`save against Captain I` named somebody else."""

    def long(session: Session) -> bool:
        request = session.request
        return isinstance(request, Roll) and any(int(t) == request.reach and len(t.name) > 37 for t in request.tally)

    opened = reached("better-wargame", long)
    async with showing(opened, size=(45, 38)) as (pilot, _):
        await sees(pilot, f"{opened.session.request.reach}+  ")  # type: ignore[union-attr]
        (row,) = [row.rstrip() for row in screen_text(pilot.app).splitlines() if re.match(r" +\d\+  ", row)]
        assert row.endswith("…")


async def test_single_units_have_more_where_there_is_room() -> None:
    """The rows that a poorer drawing of all leaves go to single units."""
    async with showing(reached("gods-gloom", lambda s: s.run is None and _spent(s))) as (pilot, _):
        screen = on_top(pilot, TableScreen)
        board = board_of(screen.controller)
        sides = list(board.sides.values())

        def draw(one: object, detail: str) -> list[object]:
            rows = {"cards": 4, "two": 4, "close": 4, "one": 3, "words": 2, "least": 1}[detail]
            return [plain("x")] * rows

        most = max(len(units) for units in sides)
        found = arrange(sides, draw, 2 * most + 1, cards=False)  # type: ignore[arg-type]
        fullest = next(side for side, units in zip(found.blocks, sides, strict=True) if len(units) == most)
        assert [len(block) for block in fullest] == [3] + [2] * (most - 1)


async def test_a_new_weapon_has_no_name_yet_and_takes_the_place_of_bare_hands() -> None:
    unit = registry.find("bushido").unit_type(id="x", side="red", name="New")
    async with app().run_test(size=(80, 24)) as pilot:
        form = UnitForm(unit, new=True)
        _ = pilot.app.push_screen(FormScreen(form))
        await press(pilot)
        await sees(pilot, "Enter sets it", "as it was")
        await misses(pilot, "Esc when it is right")
        await press(pilot, "enter")
        await sees(pilot, "Esc when it is right")
        form.lines.mark(FieldKey("x", "weapons", 1))
        await press(pilot, "enter")
        await until(pilot, lambda: pilot.app.screen is not form)
        await sees(pilot, "It needs a name")
        await press(pilot, *"Axe", "enter")
        assert [one.name for one in unit.get("weapons")] == ["Axe"]


def test_where_a_battle_went_is_not_cut_in_the_middle_of_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = SessionController(MemoryOpened())
    left = joined("; ", ["The Gilded Company: gold: 80 → 110, income", "Captain Otto, skills: Leader"])
    went = joined(". ", [left, "It stands in Under Saint Odo."])
    monkeypatch.setattr(SessionController, "went_to_rosters", lambda _: went)
    assert " ".join(row.plain.strip() for row in last(controller, 80, 3)).endswith("Under Saint Odo.")
    assert last(controller, 78, 1)[-1].plain.endswith("l tells the rest")


async def test_backspace_takes_one_die_of_those_that_are_offered_again() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = MemoryOpened()
        await show(pilot, opened)
        await press(pilot, *["enter"] * 4, "2", "1", "enter", "1", "2", "enter", *"6531", "enter", "u")
        assert typed_text(pilot) == "6 5 / 3 1"
        await press(pilot, "backspace")
        assert typed_text(pilot) == "6 5 / 3 "
        await press(pilot, "2", "enter")
        run = run_of(opened.session)
        assert run.answers[-1].value == ((6, 5), (3, 2))


@procedure("Ask")
async def many_parts(game: Context[Arena]) -> dict[str, Any]:
    parts = {f"unit {number}": (0, 5) for number in range(20)}
    await game.split("it", by="red", title="Who piles in where?", plans=[Plan("in", "in", 5, parts)])
    await game.do("then", by="table", title="Then go on")
    return {}


async def test_why_a_split_is_refused_is_in_view_however_many_parts_it_has() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = MemoryOpened()
        opened.session = playing(many_parts)
        await show(pilot, opened)
        await press(pilot, "4", "enter")
        await sees(pilot, "✗ Not all parts are given", "more ↓", "Enter take")
        await press(pilot, "backspace", "5", "enter")
        assert request_of(opened.session).name == "then"
