"""Big mode: what is to be reached, and what it is worth, at every size; names and gaps give way first."""

from typing import Any, ClassVar

import pytest
from textual.containers import Vertical
from textual.pilot import Pilot

from companion.engine.dice import D6, D20, Dice
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.frontend.pixels import pixels
from companion.tui.screens.big import BigScreen
from companion.tui.sizes import by_touch
from companion.tui.widgets.big_reading import dice_asked
from companion.tui.widgets.letter_rows import Entry, letter_rows
from companion.tui.widgets.line_view import is_fill
from companion.tui.widgets.lines import LineList
from tests.examples import present, table_of
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, on_top, showing
from tests.tui.mouse import alone, answer, tap_row
from tests.tui.player import misses, press, screen_text, sees, until
from tests.tui.scenes import at, reached
from tests.tui.test_mouse import plainly
from tools.scenes import first_answer

MELEES = {"bushido": "melee", "gods-gloom": "melee", "legion": "melee_attack", "speedies": "melee_phase"}
MELEES["better-wargame"] = "melee_phase"


async def big(opened: MemoryOpened, size: tuple[int, int], odds: str) -> list[str]:
    """The rows of big mode at the standing request, opened once the guide knows these odds."""
    async with showing(opened, size=size) as (pilot, _):
        await sees(pilot, odds)
        await press(pilot, "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BigScreen), "big mode")
        await sees(pilot, "Back" if by_touch(pilot.app.size) else "b back")
        return screen_text(pilot.app).splitlines()


def rolling(game: str) -> MemoryOpened:
    """A melee of this game at a roll."""

    def rolls(session: Session) -> bool:
        asked = isinstance(session.request, Roll) and session.run is not None
        return asked and present(session.run).procedure.name == MELEES[game]

    return reached(game, rolls)


def letters(number: str) -> str:
    """The middle row of a number in letters three rows high."""
    drawn = present(pixels(number))
    return drawn[1].strip()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (45, 50)])
async def test_the_number_to_reach_is_never_left_out(size: tuple[int, int]) -> None:
    rows = await big(at("speedies", "melee_phase", {}, "melee_check"), size, " %")
    place = next(at for at, row in enumerate(rows) if row.split()[:1] == ["reach"])
    assert letters("12+") in rows[place + 2]


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_name_that_looks_like_a_number_to_reach_is_a_name(size: tuple[int, int]) -> None:
    table = table_of("bushido")
    table.units["oda"].name = "Oda 5+"
    rows = await big(at("bushido", "melee", {"pair": "hiro+oda"}, "7", table), size, "■ Oda 5+")
    assert not any(row.split()[:1] == ["reach"] for row in rows)
    assert not any(letters("5+") in row for row in rows)


async def test_an_average_below_one_is_no_chance() -> None:
    rows = await big(at("bushido", "melee", {"pair": "hiro+oda"}, "12"), (80, 24), "wounds on Oda")
    place = next(at for at, row in enumerate(rows) if "wounds on Oda" in row)
    assert letters("6.4") in rows[place + 2]
    assert "falls" not in " ".join(rows), "what cannot happen makes room"


@pytest.mark.parametrize("game", [*MELEES])
async def test_a_phone_shows_what_a_roll_is_worth_above_its_large_dice(game: str) -> None:
    rows = await big(rolling(game), (45, 38), "Take it: 0 of")
    above = rows[: next(place for place, row in enumerate(rows) if "take one back" in row)]
    figures = [
        word
        for row in above
        for word in row.split()
        if word[:1].isdigit() and word[-1:] in "+0123456789" and len(word) > 1
    ]
    # Alone, a figure is drawn in letters below what it counts.
    assert figures or any("%" in row or "wounds on" in row for row in above), above


async def test_who_only_looks_on_has_the_rows_of_what_answers_for_the_fight() -> None:
    opened = reached("legion", lambda s: isinstance(s.request, Roll) and len(s.request.tally) > 1)
    assert isinstance(opened.session.request, Roll)
    opened.read_only = True
    async with showing(opened, size=(45, 38)) as (pilot, _):
        await press(pilot, "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BigScreen), "big mode")
        rows = screen_text(pilot.app).splitlines()
        for tally in opened.session.request.tally[:2]:
            place = next(at for at, row in enumerate(rows) if tally.name in row)
            assert letters(str(int(tally))) in rows[place + 2], rows


@pytest.mark.parametrize("game", ["gods-gloom", "better-wargame"])
async def test_where_there_is_room_every_die_is_in_view_above_what_its_odds_assume(game: str) -> None:
    rows = await big(rolling(game), (140, 45), "dice in")
    assert not [row for row in rows if "more ↓" in row]
    assert "Assumed" in "\n".join(rows)


async def test_what_the_last_roll_came_to_is_seen_where_a_row_is_free() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    session = opened.session
    while (request := session.request) is not None and request.name != "defence_check":
        if isinstance(request, Roll) and request.name == "melee_check":
            session.answer([[19] * dice.count for dice in request.dice])
        else:
            session.answer(first_answer(request))
    assert session.last_result is not None
    rows = await big(opened, (80, 24), " %")
    assert any(row.strip().startswith("last") for row in rows), "\n".join(rows)


def test_groups_of_one_kind_of_die_are_counted_together() -> None:
    groups = [Dice("red", D6, 3), Dice("blue", D6, 1)]
    assert dice_asked(Roll("test", by="red", title="Roll", dice=groups)) == "4 d6"
    assert dice_asked(Roll("test", by="red", title="Roll", dice=[*groups, Dice("check", D20, 1)])) == "4 d6 and 1 d20"


@pytest.mark.parametrize("game", one_in(3, zip(sorted(MELEES))))
async def test_a_melee_is_fought_from_the_table_to_its_end_without_leaving_big(game: str) -> None:
    """Every kind of request is answered there by taps, what is secret too; then what may be started stands there."""
    opened = MemoryOpened(table_of(game))
    session, name = opened.session, MELEES[game]
    async with showing(opened, size=(100, 30)) as (pilot, _):
        await press(pilot, "b")
        big = on_top(pilot, BigScreen)
        assert big.actions.rows, "what may be started is there"
        if name not in [str(row.value) for row in big.actions.rows]:
            await big.starting.begin("start_of_turn", {})
        while session.run is not None:
            await give(pilot, session)
        action = session.action(name)
        free = [option.value for option in action.values if option.why_not is None]
        await big.starting.begin(name, {action.param: free[0]} if action.param else {})
        while session.run is not None:
            assert on_top(pilot, BigScreen).panel is not None
            await give(pilot, session)
        assert on_top(pilot, BigScreen).actions.rows


async def give(pilot: Pilot[Any], session: Session) -> None:
    """Answers what is asked by taps alone."""
    await press(pilot)
    request, before = session.request, (session.request, session.sealed)
    assert request is not None
    await answer(pilot, request, plainly(request), secret=session.secret is not None)
    await until(pilot, lambda: (session.request, session.sealed) != before, f"an answer to {request.title}")


async def test_choices_and_actions_are_large_fills_and_units_have_their_pips() -> None:
    async with showing(size=(100, 30)) as (pilot, opened):
        await press(pilot, "b")
        big = on_top(pilot, BigScreen)
        await sees(pilot, letters("ANN"), "██ ██ ██  3 of 3")
        assert all(is_fill(big.actions, row) for row in big.actions.rows)
        await press(pilot, "1")
        await sees(pilot, "Exchange blows: which?")
        await press(pilot, "1")
        await until(pilot, lambda: big.panel is not None, "the request")
        assert len(present(big.panel).query_one(LineList).rows[0].cells) == 2
        await sees(pilot, letters("CID"))
        await press(pilot, "enter")
        assert present(opened.session.run).inputs


async def test_units_of_one_side_have_names_of_one_size_from_afar() -> None:
    """Masaema Aya has no room for letters: beside Hiro in letters she looked like less."""
    async with showing(MemoryOpened(table_of("bushido")), size=(45, 38)) as (pilot, _):
        await press(pilot, "b")
        await sees(pilot, "MASAEMA AYA", "HIRO", "KENKO", "C H I Y O", "O D A")
        await misses(pilot, letters("ODA"))


async def test_a_symbol_is_a_large_die_by_its_letter() -> None:
    """Written out three of them filled a row of 80 cells."""
    async with showing(rolling("legion"), size=(80, 24)) as (pilot, _):
        await press(pilot, "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BigScreen), "big mode")
        await press(pilot, *"hchh")
        await sees(pilot, f" {letters('H')}    {letters('C')} ", "h hit   c crit")


@pytest.mark.parametrize("large", [False, True])
async def test_what_is_next_to_nothing_is_no_large_figure(large: bool) -> None:
    """Less than one in a hundred stood there as 1 %. Beside the cards of both fighters figures are large without it."""
    async with showing(at("legion", "melee_attack", {"unit": "wook"}, "attack"), size=(140, 45)) as (pilot, _):
        await press(pilot, *(["b"] if large else []))
        await sees(pilot, "Boba Fett: wounds", letters("1.2"))
        await misses(pilot, "Boba Fett: defeated", letters("1 %"))


async def test_an_order_is_no_number() -> None:
    """How many are still to act stood there as large as what is to be reached."""
    rows = await big(at("speedies", "melee_phase", {}, "attack_order"), (80, 24), "Enter")
    assert not any("to act" in row for row in rows)


async def test_choices_are_letters_two_beside_each_other_and_more_are_scrolled_to() -> None:
    class Listens(Vertical):
        chosen: ClassVar[list[object]] = []

        def on_line_list_chosen(self, message: LineList.Chosen) -> None:
            self.chosen.append(message.value)

    lines = LineList(numbered=True, one_click=True, classes="fills marks")
    async with alone(Listens(lines), size=(100, 20)) as pilot:
        pilot.app.screen.add_class("large")
        lines.built_by(lambda width: letter_rows([Entry(name, name) for name in "ABCDEFGHI"], width))
        lines.focus()
        await sees(pilot, letters("A"), letters("D"))
        assert lines.hidden() == (0, 3), "how many more there are"
        await press(pilot, "7")
        assert Listens.chosen == ["G"]
        assert lines.hidden() == (2, 1)
        await press(pilot, "right", "up", "enter")
        assert Listens.chosen == ["G", "F"]
        await tap_row(pilot, "D")
        assert Listens.chosen == ["G", "F", "D"]
