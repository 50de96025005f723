"""What the screens of play say of themselves is true, whole and said once: keys, hints, heads, results."""

import re
from typing import Any

import pytest
from textual.content import Content

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.log import LogLine, open_lines
from companion.engine.procedure import procedure
from companion.engine.requests import Plan, Roll
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Line, Note, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.phrases import falls, joined, parts_of, phrase
from companion.frontend.amending import EarlierAnswer, changeable
from companion.frontend.entity_form import FieldKey
from companion.frontend.saying.sentences import SHORT_HASH, commitment_short
from companion.tui.base_screen import BaseScreen
from companion.tui.board.facts import board_of
from companion.tui.board.heads import table_head
from companion.tui.board.layout import arrange
from companion.tui.board.notes import last
from companion.tui.controller import SessionController
from companion.tui.latest_result import loudest
from companion.tui.screens.answers import ask_other
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_form import UnitForm
from companion.tui.text import plain
from companion.tui.widgets.band import Band
from companion.tui.widgets.board import happened_since
from companion.tui.widgets.dice import DiceBody
from companion.tui.widgets.heads import guide_head, met_words
from companion.tui.widgets.note import with_cut
from companion.tui.widgets.notices import ended
from companion.tui.widgets.reach import reason_rows
from companion.tui.widgets.rolled import FALL_ROWS_AT_LEAST, fall_rows, whole_parts
from companion.tui.widgets.stage import stage
from tests.examples import present, table_of
from tests.games.duel import Arena, example
from tests.games.odd import playing
from tests.rules import legion
from tests.tui.fakes import MemoryOpened, app, on_top, over, showing
from tests.tui.mouse import tap
from tests.tui.player import misses, place, press, resize, rows_of, screen_text, sees, typed_text, until
from tests.tui.scenes import SCENES, at, played, reached


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


async def test_dice_that_were_typed_may_be_mended_and_rolled_ones_stay() -> None:
    opened = played(SCENES["speedies"])
    request = present(opened.session.request, Roll)
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


def test_a_sentence_without_room_begins_with_the_loudest_and_never_ends_as_if_it_were_whole() -> None:
    """`Ann is out of play: 4` told that she was so four times."""

    def shown(text: str, width: int, most: int) -> list[str]:
        return [row.plain for row in whole_parts(text, width, most)]

    fallen = example().unit("ann")
    out = falls("Ann is out of play", fallen)
    text = joined("; ", ["Hiro wins with success level 3", "4 wounds are dealt", out])
    assert shown(text, 60, 1) == ["Ann is out of play.  l tells the rest"]
    assert "out of play" not in shown(joined("; ", map(str, parts_of(text))), 55, 1)[0]
    assert shown(text, 100, 1) == [text]
    twice = falls("Ann is out of play, by a double", fallen)
    text = joined("; ", ["Chiyo hits Aya, 6 to 6, and does no harm", twice, out])
    assert shown(text, 60, 1) == ["Ann is out of play.  l tells the rest"]
    why = ": 4 hits and 2 crits against 0 blocks, 6 wounds"
    out = phrase(out, why)
    assert shown(out, 24, 1) == ["Ann is out of play."]
    assert shown(out, 24, 0) == []
    assert shown(f"Bikes lose 1 mini{why}", 24, 1) == ["Bikes lose 1 mini: 4 …"]
    assert shown(f"Bikes lose 1 mini{why}", 24, 2)[-1].endswith(" …")
    # Else it ends where a clause does.
    what, how = "Otto is out, injury 19 (natural 16, Injury +3)", "Otto does not stop the hit, 3 against 13+"
    text = phrase(joined(": ", (what, how)), ".")
    rows = shown(text, 44, 2)
    assert rows[-1].endswith("l tells the rest")
    assert "stop" not in "".join(rows)
    assert shown(text, 44, 3)[-1].endswith("13+.")


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


@pytest.mark.parametrize(("melee", "first"), [(0, 3), (1, 2)])
def test_single_units_have_more_where_there_is_room(melee: int, first: int) -> None:
    """The rows that a poorer drawing of all leaves go to single units; whom they touch is told of all or of none."""
    table = board_of(SessionController(MemoryOpened(table_of("gods-gloom")))).sides.values()
    sides = [[one._replace(melee=melee) for one in units] for units in table]

    def draw(one: object, detail: str) -> list[object]:
        rows = {"cards": 4, "two": 4, "close": 4, "one": 3, "words": 2, "least": 1}[detail]
        return [plain("x")] * rows

    most = max(len(units) for units in sides)
    found = arrange(sides, draw, 2 * most + 1, cards=False)  # type: ignore[arg-type]
    fullest = next(side for side, units in zip(found.blocks, sides, strict=True) if len(units) == most)
    assert [len(block) for block in fullest] == [first] + [2] * (most - 1)


async def test_a_new_weapon_has_no_name_yet_and_takes_the_place_of_bare_hands() -> None:
    unit = registry.find("bushido").unit_type(id="x", side="red", name="New")
    async with app().run_test(size=(80, 24)) as pilot:
        form = UnitForm(unit, new=True)
        await over(pilot, form)
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


@procedure("Ask")
async def many_parts(game: Context[Arena]) -> dict[str, Any]:
    parts = {f"unit {number}": (0, 5) for number in range(20)}
    await game.split("it", by="red", title="Who piles in where?", plans=[Plan("in", "in", 5, parts)])
    await game.do("then", by="table", title="Then go on")
    return {}


async def test_why_a_split_is_refused_is_in_view_however_many_parts_it_has() -> None:
    async with showing(MemoryOpened(playing(many_parts))) as (pilot, opened):
        await press(pilot, "4", "enter")
        await sees(pilot, "✗ Not all parts are given", "more ↓", "Enter take")
        await press(pilot, "backspace", "5", "enter")
        assert present(opened.session.request).name == "then"


def test_a_volley_is_told_by_its_result() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    session: Session = opened.session
    session.answer([[8]])
    run = present(session.run)
    told = [event.text for event in run.context.events if isinstance(event, Note) and event.beside == "result"]
    assert len(told) == 1
    assert told[0] not in [line.text for line in open_lines(session)]


def test_counters_are_no_news() -> None:
    counted = LogLine(0, "change", "", "Boyz: In contact 4 → 3", (), "", 1, small=True)
    told = LogLine(0, "change", "", "Boyz and Squad touch", (), "", 1)
    assert happened_since([told, counted]) == ["Boyz and Squad touch"]


def test_a_melee_of_many_has_a_head() -> None:
    many = [Standing(name, "red", name, "fights", ()) for name in ("Ann", "Bob", "Cid")]
    one = Standing("dun", "blue", "Dun", "fights", ())
    assert met_words([*many, one]) == "Ann and 2 more against Dun"
    assert met_words([*many[:2], one]) == "Ann, Bob against Dun"


def test_what_a_phase_came_to_is_folded_and_not_cut_off() -> None:
    opened = at("speedies", "melee_phase", {}, "nothing")
    entry = opened.session.entries[-1]
    notice = ended(opened.session.table, entry, [f"Line {n}" for n in range(12)], "go on")
    assert [row.plain for row in notice.drawn(80)][-4:-1] == ["  Line 10", "  Line 11", ""]
    assert len(notice.drawn(80)) == 14
    assert len(ended(opened.session.table, entry, ["word " * 30], "go on").drawn(80)) == 4


SIZES = [(60, 20), (80, 24), (100, 30), (140, 45), (45, 50)]


def of_game(game: str) -> MemoryOpened:
    return MemoryOpened(table_of(game))


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_the_kit_is_among_the_keys_and_no_place_has_two(game: str) -> None:
    async with showing(of_game(game)) as (pilot, _):
        await press(pilot)
        assert "kit" in [key.short for key in on_top(pilot, BaseScreen).footer_keys()]
        await press(pilot, "b")
        screen = on_top(pilot, BaseScreen)
        words = [key.short for key in screen.footer_keys() if key.short]
        assert len(words) == len(set(words)), words


@pytest.mark.parametrize("game", ["better-wargame", "speedies"])
async def test_on_a_tablet_the_name_of_the_game_is_whole_and_the_sides_are_apart(game: str) -> None:
    async with showing(of_game(game), size=(45, 50)) as (pilot, opened):
        await press(pilot)
        rows = rows_of(pilot)
        assert opened.session.table.name in rows[0]
        _, at = place(pilot, [*opened.session.table.sides.values()][1].name.upper())
        assert not rows[at - 1].strip()


async def test_units_of_different_height_have_a_blank_row_between_them() -> None:
    async with showing(of_game("better-wargame"), size=(100, 30)) as (pilot, _):
        await press(pilot)
        rows = rows_of(pilot)
        for name in ("Second Squad", "Captain Ilse", "Mortar Carrier"):
            _, at = place(pilot, name)
            assert not rows[at - 1][: len(rows[at]) // 2].strip(), name


async def test_the_palette_has_no_frame() -> None:
    async with showing() as (pilot, _):
        await press(pilot, "ctrl+p")
        for size in SIZES:
            await resize(pilot, *size)
            await sees(pilot, "adjust")
            assert not {*"▔▁▄▀🔎─│"} & {*screen_text(pilot.app)}


def test_no_unit_is_a_number_where_all_fit_behind_one_another() -> None:
    alone = StandingRow("models", "Models", 1, 1, 0)
    units = [Standing(of, side, of, "", (alone,)) for of, side in (("One", "red"), ("Two", "red"), ("Boss", "blue"))]
    shown = "\n".join(row.plain for row in stage(example(), units, 60, 2))
    assert "more" not in shown
    assert [word for word in ("One", "Two", "Boss") if word not in shown] == []


def test_the_reasons_beside_the_number_to_reach_are_whole_and_other_numbers_stand_behind_their_names() -> None:
    numbers = [
        Tally.of("needs", "Scritch needs with natural weapons", 15, (Line("Mel", 15),)),
        Tally.of("advantage", "Scritch's Advantage", 1, (Line("Pack Tactics", 1),)),
        Tally.of("attacks", "Scritch's attacks", 1, (Line("Atk", 1),)),
    ]
    for width in (30, 40, 58, 80):
        shown = " ".join(row.plain.strip() for row in reason_rows(numbers, 15, width))
        whys = ("Mel 15", "Pack Tactics", "Atk")
        for number, why in zip(numbers, whys, strict=True):
            assert (number.name in shown) == (why in shown), shown
    numbers = [
        Tally.of("hits", "Boyz hit on", 5, (Line("base", 4), Line("moved", 1))),
        Tally.of("dice", "Boyz's dice", 3, (Line("3 models × 1", 3),)),
    ]
    assert [row.plain.split("  ") for row in reason_rows(numbers, 5, 60)] == [
        ["Boyz hit on", "", " base 4, moved +1"],
        ["Boyz's dice 3", " 3 models × 1"],
    ]


def test_what_is_out_of_view_takes_no_row_of_its_own_from_the_list() -> None:
    rows = ["0 ticked, 0 to 3 allowed   <1 % breaks", "0.3 models lost"]
    for width, shown in {
        60: [f"1 more ↓   {rows[0]}", rows[1]],
        40: [rows[0], f"1 more ↓   {rows[1]}"],
        20: [rows[0], "1 more ↓"],
    }.items():
        drawn = with_cut(Content("1 more ↓"), [Content(row) for row in rows], width)
        assert [row.plain for row in drawn] == shown


def test_a_unit_that_becomes_suppressed_is_told_as_loudly_as_one_that_panics() -> None:
    held = legion.table([legion.unit("own", "blue"), legion.unit("foe", "red", courage=1)])
    opened = MemoryOpened(held)
    opened.session.start("effect", {"unit": "foe"})
    opened.session.answer("suppression", "")
    fallen, word = loudest(SessionController(opened), {})
    assert ([unit.id for unit in fallen], word) == (["foe"], "is suppressed")
    rows = "\n".join(row.plain for row in fall_rows(held, fallen, 78, word=word, most=FALL_ROWS_AT_LEAST))
    assert "SUPPRESSED" in rows
    assert "loses" not in rows


async def test_the_words_of_the_band_follow_the_size() -> None:
    words = []
    for first in ((140, 30), (60, 20)):
        async with showing(played(SCENES["better-wargame"]), size=first) as (pilot, _):
            await resize(pilot, 60, 20)
            words.append(pilot.app.screen.query_one(Band).right)
    assert words[0] == words[1]


async def test_a_value_of_a_form_goes_on_under_itself() -> None:
    async with app().run_test(size=(45, 50)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "N", "enter")
        await sees(pilot, "units                the game's own\n                          units")


def test_of_a_hash_as_much_is_shown_as_can_be_told_apart() -> None:
    commitment = "0123456789abcdef" * 4
    assert f"begins with {commitment[:SHORT_HASH]}." in commitment_short(commitment)
    assert commitment not in commitment_short(commitment)


def head(opened: MemoryOpened, width: int) -> str:
    opened.session.table.name = "A long day at the old bridge"
    return table_head(SessionController(opened), width).plain


def test_that_all_is_saved_goes_before_the_round_and_that_something_is_wrong_stays() -> None:
    opened = MemoryOpened(example())
    assert head(opened, 100).endswith("saved")
    narrow = head(opened, 45)
    assert "round 1" in narrow
    assert "saved" not in narrow
    opened.trouble = "full"
    assert "NOT SAVED" in head(opened, 45)
    assert "read-only" in head(MemoryOpened(example(), read_only=True), 60)


def test_the_place_and_the_round_stay_where_the_names_do_not_fit() -> None:
    opened = MemoryOpened(example())
    opened.session.table.unit("ann").name = "Anneliese of the Long Bridges beyond Kagu"
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.answer("bob")
    shown = guide_head(SessionController(opened), 60, "2 of 5").plain
    assert shown.split("  ")[0].strip() == "Exchange of blows"
    assert "Anneliese" not in shown
    assert shown.endswith("round 1  2 of 5  saved")
