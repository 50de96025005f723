"""The table, the unit card and the kit as players read them, and the cursor on what comes next."""

import re
from itertools import product
from random import Random

import pytest
from textual.content import Content
from textual.geometry import Size

from companion.engine import registry
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Sheet
from companion.engine.state.contacts import units_touching
from companion.engine.state.phrases import says
from companion.frontend.hooks import Hooks
from companion.frontend.saying.sheets import column_widths
from companion.play.random_player import RandomPlayer
from companion.tui.board.facts import Order, board_of
from companion.tui.board.layout import arrange, arrange_below
from companion.tui.board.next_panel import NextPanel, action_rows, in_order
from companion.tui.controller import SessionController
from companion.tui.look.rows import wrapped
from companion.tui.screens.contacts import ContactForm
from companion.tui.screens.finding import FindPanel
from companion.tui.screens.sheets import sheet_row, sheet_rows
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_card import CardForm
from tests.examples import table_of
from tests.games.duel import Fighter, example, exchange
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, controller, on_top, over, showing
from tests.tui.player import press, resize, screen_text, sees, until


def ready(game: str) -> MemoryOpened:
    return MemoryOpened(table_of(game))


@pytest.mark.parametrize("game", one_in(2, zip(sorted(registry.BUILT_IN))))
async def test_what_may_be_started_is_in_view_whole(game: str) -> None:
    async with showing(ready(game), size=(45, 50)) as (pilot, _):
        await sees(pilot, " closed")


async def test_blank_rows_are_between_units_and_not_left_over() -> None:
    async with showing(ready("better-wargame"), size=(45, 50)) as (pilot, _):
        await sees(pilot, "Mortar Carrier", "TOBI'S MOB")
        forces = screen_text(pilot.app).partition(" melees ")[0]
        assert "\n\n\n" not in forces.partition("GUARD")[2]


async def test_a_side_gets_the_rows_that_the_other_does_not_need() -> None:
    def draw(one: object, detail: str) -> list[Content]:
        return [Content(str(one))]

    few, many = arrange_below([["a"], list("bcdefghi")], draw, 12)  # type: ignore[list-item,arg-type]
    assert (few.height, many.height) == (1, 8)


def test_units_stay_where_they_are_when_a_row_more_is_free() -> None:
    def draw(one: int, detail: str) -> list[Content]:
        return [Content("x")] * one

    tight, loose = (arrange([[2, 1, 1], [1, 2, 1]], draw, room, cards=False) for room in (4, 5))  # type: ignore[list-item,arg-type]
    assert tight.blocks == loose.blocks


def test_a_number_stays_with_the_name_before_it() -> None:
    rows = [row.plain for row in wrapped(Content("Dodge (1), Courage (1), Impact 2, Jump Up"), 18)]
    assert rows == ["Dodge (1),", "Courage (1),", "Impact 2, Jump Up"]


async def test_what_a_trait_does_is_below_it_and_nothing_empty_is_above_the_stats() -> None:
    async with showing(ready("gods-gloom"), size=(80, 45)) as (pilot, _):
        await over(pilot, CardForm(controller(pilot), "ogre"))
        await sees(pilot, "Direct Wounds: 1")
        rows = [" ".join(row.split()) for row in screen_text(pilot.app).splitlines()]
        assert "wound" in rows[rows.index("Traits Direct Wounds: 1") + 1].casefold(), "of one with a number too"
        await resize(pilot, 80, 24)
        await over(pilot, CardForm(controller(pilot), "shieldband"))
        await sees(pilot, "WEAPONS AND TRAITS", "STATS")
        rows = [" ".join(row.split()) for row in screen_text(pilot.app).splitlines()]
        assert rows[rows.index("Traits Immovable") + 1] == "Cannot be pushed."
        above = "\n".join(rows[: rows.index("STATS")])
        assert "–" not in above
        assert "+ trait" not in above
        await press(pilot, "end")
        await sees(pilot, "TO ADD", "+ trait", "Notes")


def test_a_condition_stays_one_whatever_other_units_are_called() -> None:
    """Badges with the letters of a name were taken for whom a unit touches."""
    table = table_of("bushido")
    table.unit("itsunagi").name = "Exhausted"
    table.unit("aya").put("activation_counters", 0)
    board = board_of(SessionController(MemoryOpened(table)))
    aya = next(one for one in board.sides[table.unit("aya").side] if one.id == "aya")
    assert aya.conditions == ("Exhausted",)
    assert aya.near == ("with Chiyo",)


def test_a_badge_is_left_out_for_what_it_says_and_not_for_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trap that was activated was taken for a unit that had acted."""
    table = table_of("gods-gloom")
    for told, shown in (
        ("activated", ("activated",)),
        (says("has acted", table.unit("ogre"), "activated", True), ()),
    ):
        monkeypatch.setattr(Hooks, "badges", lambda _, unit, told=told: [told])
        board = board_of(SessionController(MemoryOpened(table)))
        assert {one.conditions for side in board.sides.values() for one in side if one.id == "ogre"} == {shown}


async def test_points_stand_under_one_another() -> None:
    async with showing(ready("bushido")) as (pilot, _):
        await press(pilot, "k", "enter")
        await sees(pilot, "Points for Ito: how many, and what for?", "for example: 2 the bridge")
        await press(pilot, *"12 x", "enter")
        await sees(pilot, "+12  x")
        rows = screen_text(pilot.app).splitlines()
        ends = {row.partition("  x")[0].rstrip() for row in rows if "Ito  " in row or "+12" in row or "Sora  " in row}
        assert len({len(row) for row in ends}) == 1, ends


async def test_numbers_found_stand_under_one_another() -> None:
    async with showing(ready("better-wargame")) as (pilot, _):
        await press(pilot, "slash")
        assert isinstance(pilot.app.screen, FindPanel)
        await sees(pilot, "First Squad")
        rows = [row for row in screen_text(pilot.app).splitlines() if row.strip().startswith(("◆", "■"))]
        assert len({row.index(" of ") for row in rows}) == 1, rows


async def test_contacts_name_minis_as_players_do_enemies_first() -> None:
    async with showing(ready("legion")) as (pilot, _):
        await over(pilot, ContactForm(controller(pilot), "luke"))
        await sees(pilot, "Stormtroopers 1", "■ Darth Vader")
        assert "vader.1" not in screen_text(pilot.app)


def test_no_word_of_a_table_is_broken_where_all_of_them_fit_and_a_number_leaves_its_word_before() -> None:
    columns = ("attacker", *(f"target skill {skill}" for skill in range(5)))
    sheet = Sheet("hit", "To hit", columns, tuple((f"skill {skill}", *["4+"] * 5) for skill in range(5)))
    assert column_widths(sheet, 53) == [8, 7, 7, 7, 7, 7]
    columns = ("what is left", *(f"armor {armor}" for armor in range(5)))
    sheet = Sheet("wound", "To wound", columns, tuple((f"toughness {level}", *["4+"] * 5) for level in range(5)))
    widths = column_widths(sheet, 53)
    assert widths[0] >= len("toughness")
    assert all(len(line) == len(line.lstrip()) for line in sheet_row(columns, widths, frozenset()).plain.splitlines())
    assert [row.plain for row in wrapped(Content("defense 0"), 7)] == ["defense", "0"]


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_no_word_of_a_rules_table_is_broken_at_any_width(game: str) -> None:
    session = ready(game).session
    for sheet, width in product(session.ruleset.sheets(session.table.options), (36, 40, 51, 55, 72, 100)):
        drawn = {word for row in sheet_rows(sheet, width) for word in row.content.plain.split()}
        cells = [cell for row in sheet.rows for cell in row if len(cell) <= width // 2]
        broken = {word for cell in cells for word in cell.split() if word not in drawn}
        assert not broken, sheet.id
        if sheet.columns:
            widths = column_widths(sheet, width)
            assert sum(widths) + 2 * (len(widths) - 1) <= max(width, 4 * len(widths)), "it fits"


async def test_whoever_comes_first_is_seen_first() -> None:
    """The list begins with its first unit until somebody goes to another: it never begins in the middle of one."""
    async with showing(ready("speedies")) as (pilot, game):
        screen = on_top(pilot, TableScreen)
        side, lines = next(iter(screen.view.sides.items()))
        own = [unit.id for unit in game.session.table.units.values() if unit.side == side]
        assert lines.value == lines.rows[0].value
        foe = next(unit.id for unit in game.session.table.units.values() if unit.side != side)
        for other in [*own[:-1], foe]:
            game.session.adjust(other, "status", "incapacitated" if other == lines.value else "ok", why="a test")
        await screen.show_play()
        await until(pilot, lambda: lines.rows[-1].value != lines.rows[0].value)
        assert lines.cursor == 0, "the one that came first has gone down the list, and the mark stays at its top"
        assert lines.scroll_offset.y == 0


RESTS = 200
"""Times at the table at most: most games are over before."""

_SMALL = {"a", "an", "and", "of", "the", "to", "unit", "with"}


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.casefold())) - _SMALL


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_the_cursor_stands_on_the_action_that_the_headline_names(game: str) -> None:
    opened = MemoryOpened(table_of(game), seed=3)
    looked_at, panel, rng = SessionController(opened), NextPanel(), Random(3)
    session, hooks = opened.session, looked_at.hooks
    for _ in range(RESTS):
        if session.table.over is not None:
            break
        actions = hooks.actions()
        suggested, line = hooks.suggested(actions), hooks.next_action()
        panel.show(looked_at, Size(80, 24), "", overlay=False)
        assert suggested is not None
        assert suggested.open, line
        assert panel.actions.value == suggested.name, line
        assert words(suggested.title) & words(line.words), f"{line!r} does not name {suggested.title!r}"
        put = [*panel.offered][-1]
        panel.actions.mark(put)
        panel.show(looked_at, Size(80, 24), "", overlay=False)
        assert panel.actions.value == put, "it stays where players put it"
        _play(opened, suggested if rng.random() < 0.6 else _any_turn(actions, suggested, rng), rng)


def test_units_stand_in_the_order_that_players_chose_and_the_fallen_last() -> None:
    table = example()
    table.units["dan"] = Fighter(id="dan", name="Dan", side="blue", health=1)
    duel = MemoryOpened(table)
    orders: tuple[Order, ...] = ("table", "health")
    for fallen, wanted in (([], ["bob cid dan", "dan cid bob"]), (["cid"], ["bob dan cid", "dan bob cid"])):
        for of in fallen:
            duel.session.adjust(of, "health", 0)
        found = [board_of(SessionController(duel), order).sides["blue"] for order in orders]
        assert [" ".join(one.id for one in units) for units in found] == wanted
    game = MemoryOpened(table_of("better-wargame"))
    while not (to_act := SessionController(game).hooks.to_act()):
        RandomPlayer(Random(1)).step(game.session)
    guard, orks = board_of(SessionController(game), "to act").sides.values()
    assert {one.id for one in guard[: len(to_act)]} == set(to_act)
    assert [one.done for one in (*guard, *orks)] == [one.id not in to_act for one in guard] + [False] * len(orks)


def test_beside_an_action_stands_whoever_may_do_it_and_nobody_else() -> None:
    who = (Option("ann", "Ann"), Option("bob", "Bob", "is tired"))
    (row,) = action_rows([Action("march", "March", exchange, "red", "unit", who)], 76)
    assert row.content.plain.split() == ["1", "March", "Ann"]


def test_tools_for_out_of_turn_are_last_but_for_what_the_headline_names() -> None:
    tool = Action("tool", "Tool", exchange, kind="out_of_turn")
    march, rest = (Action(name, name, exchange) for name in ("march", "rest"))
    assert in_order([tool, march, rest], rest) == [rest, march, tool]
    assert in_order([march, tool], tool) == [tool, march]


def _any_turn(actions: list[Action], suggested: Action, rng: Random) -> Action:
    return rng.choice([a for a in actions if a.open and a.kind != "out_of_turn"] or [suggested])


def _play(opened: MemoryOpened, action: Action, rng: Random) -> None:
    session = opened.session
    free = [option.value for option in action.values if option.why_not is None]
    session.start(action.name, {action.param: rng.choice(free)} if action.param else {})
    while session.request is not None:
        request = session.request
        session.answer(request.random(rng), request.by if request.by in session.table.sides else "")


async def test_closed_actions_tell_why_in_a_panel_and_nothing_pops_up() -> None:
    async with showing(MemoryOpened(table_of("speedies")), size=(80, 24), notifications=True) as (pilot, _):
        for _ in range(3):
            await press(pilot, "end", "enter")
            await sees(pilot, "What is closed now, and why")
            await press(pilot, "1", "enter", "escape")
        await press(pilot, "1", "o", "r", "O", "escape", "u", "u", "U", "minus", "i", "escape", "c")
        assert list(pilot.app._notifications) == []


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_on_a_phone_every_unit_is_seen_and_whom_it_touches_is_told_of_all_or_of_none(game: str) -> None:
    """Half of the units were below the end of their lists, beside blank rows; the first of a side seemed to be the only
    ones in a melee; keys were named that a phone has not."""
    async with showing(MemoryOpened(table_of(game)), size=(45, 38)) as (pilot, opened):
        await press(pilot)
        shown, table = screen_text(pilot.app), opened.session.table
        for unit in table.units.values():
            assert f" {unit.name} " in shown
        fighting = [unit for unit in table.units.values() if units_touching(table, unit)]
        lists = [[unit for unit in fighting if unit.side == side] for side in table.sides]
        rows = shown.splitlines()
        for units in lists:
            below = [rows[next(y for y, row in enumerate(rows) if f" {unit.name} " in row) + 1] for unit in units]
            assert len({"with " in row for row in below}) <= 1, shown
        assert not any(words in shown for words in ("/ finds", "m shows", "c shows"))
