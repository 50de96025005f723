"""Dice and splits as they are typed, laid out and drawn: in rows, in tables, three rows high, and as faces to tap."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual.containers import Vertical
from textual.content import Content
from textual.style import Style

from companion.engine.dice import D6, D20, Dice, Die
from companion.engine.errors import InvalidInput
from companion.engine.requests import Plan, Roll
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.pixels import pixels
from companion.frontend.typed_answers import alphabet, filled, read_split, with_kept
from companion.rules.bushido.melee.results import reading
from companion.tui.look.faces import LargeDie, LargeGroup, large_die, large_rows
from companion.tui.look.rows import BLANK
from companion.tui.widgets.dice import DiceBody
from companion.tui.widgets.dice_entry import DiceEntry, taken_back
from companion.tui.widgets.dice_rows import Laid, laid, tabled, thrown
from companion.tui.widgets.face_keys import counted_rows, face_rows, large_faces
from companion.tui.widgets.moment import moment_rows
from companion.tui.widgets.typed_dice import TypedDice, missing
from tests.examples import present, table_of
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.mouse import Asked, alone, place_of
from tests.tui.player import misses, plain, press, screen_text, sees, until
from tests.tui.scenes import SCENES, played
from tools.scenes import play_to

TWO = (Dice("attack", D6, 2), Dice("guard", D6, 1))
SYMBOLS = (Dice("red", Die("red", ("hit", "hit", "crit", "surge", "blank", "blank")), 3),)
PLAIN = Plan("plain", "no special", 3, {"attack": (0, 3), "defence": (0, 3)})
SWEEP = Plan("sweep", "sweep", 2, {"attack": (0, 2), "defence": (0, 2)})
HITS = frozenset((5, 6))
NEEDS = (Dice("Boyz → Squad", D6, 3, needs="2+, models 1-3"), Dice("Squad → Boyz", D6, 2, needs="4+, model 1"))
MANY = (
    Dice("Boyz → Squad", D6, 14, needs="3+", models=tuple(range(1, 15))),
    Dice("Squad → Boyz", D6, 6, needs="5+", models=tuple(range(1, 7))),
)
SAVES = (
    Dice("Gutripper Boyz against First Squad", D6, 1, needs="4+, model 1"),
    Dice("First Squad against Gutripper Boyz", D6, 9, needs="5+, models 1-6 1-3"),
)


def laid_of(text: str, groups: Sequence[Dice], width: int = 50, *, marked: bool = False) -> Laid:
    marks = [Content("◆ " if one.by == "Hiro" else "■ ") if marked else BLANK for one in groups]
    return laid(thrown(TypedDice(text, groups), marks), width)


def tabled_of(text: str, groups: Sequence[Dice]) -> Laid:
    return tabled(thrown(TypedDice(text, groups), [BLANK] * len(groups)), 70)


ROWS: dict[str, tuple[str, Sequence[Dice], int, list[str]]] = {
    "groups": ("4", TWO, 50, ["attack ▐4▌ ▌   1 of 2 dice in", "guard       0 of 1 die in"]),
    "too many": ("4 2 5 6", TWO, 50, ["attack ▐4▌▐2▌", "", "guard  ▐5▌ 6  ▌   1 too many"]),
    "dice of several rows do not grow together": (
        "6" * 12,
        (Dice("attack", D6, 12),),
        40,
        ["▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌", "", "▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌ ▌"],
    ),
    "what they need stands behind their name": (
        "4 5",
        NEEDS,
        50,
        ["Boyz → Squad  2+, models 1-3 ▐4▌▐5▌ ▌  ·", "Squad → Boyz  4+, model 1        ·  ·"],
    ),
    "else they stand below it": (
        "4 5 6 1",
        NEEDS,
        36,
        ["Boyz → Squad  2+, models 1-3", "  ▐4▌▐5▌▐6▌", "Squad → Boyz  4+, model 1", "  ▐1▌ ▌   1 of 2 dice in"],
    ),
    "what has no room in the row of its name does not take three": (
        "6" * 14 + "1",
        MANY,
        60,
        ["Boyz → Squad  3+", f"  {'▐6▌' * 12}", "", "  ▐6▌▐6▌", "Squad → Boyz  5+", "  ▐1▌ ▌   1 of 6 dice in"],
    ),
    "names that are too long to stand before dice stand above them": (
        "4 6 1",
        SAVES,
        60,
        [
            "Gutripper Boyz against First Squad  4+, model 1",
            "  ▐4▌",
            "First Squad against Gutripper Boyz  5+, models 1-6 1-3",
            "  ▐6▌▐1▌ ▌   2 of 9 dice in",
        ],
    ),
}


@pytest.mark.parametrize(("text", "groups", "width", "rows"), ROWS.values(), ids=ROWS)
def test_dice_stand_in_the_groups_they_fill_and_the_rest_is_counted(
    text: str, groups: Sequence[Dice], width: int, rows: list[str]
) -> None:
    assert plain(laid_of(text, groups, width).rows) == rows


def test_of_dice_in_many_rows_one_is_open_and_what_they_need_is_never_torn() -> None:
    assert [laid_of(text, NEEDS, 36).open for text in ("4", "4 5 6 1")] == [1, 3]
    assert laid_of("4 6 1", SAVES, 60).open == 3
    assert len(laid_of("6" * 14 + "1", MANY, 70).rows) == 2
    assert plain(laid_of("", SAVES, 42).rows)[:2] == ["Gutripper Boyz against First Squad", "  4+, model 1"]


@pytest.mark.parametrize(
    ("text", "groups", "seen"),
    [
        ("4 2", (Dice("attack", D6, 2, good=frozenset({4, 5, 6})),), "▐4▌ 2 "),
        ("9", TWO, " 9 "),
        ("25", (Dice("test", D20, 1),), " 25 "),
        ("h c b", SYMBOLS, "▐hit▌▐crit▌▐blank▌"),
    ],
    ids=["one that does not do it is bare", "one that no die has", "nor a d20", "a symbol by its letter"],
)
def test_a_face_stands_as_it_was_typed(text: str, groups: Sequence[Dice], seen: str) -> None:
    assert seen in laid_of(text, groups).rows[0].plain


def test_dice_that_are_missing_are_counted_and_a_drawn_token_is_no_die() -> None:
    assert missing(0, 1, Die("order token", ("corps", "support"), noun="token").noun) == "0 of 1 token in"
    assert missing(1, 3, D6.noun) == "1 of 3 dice in"
    assert missing(0, 2, Die("red attack die", ("hit", "blank")).noun) == "0 of 2 dice in"


def test_faces_to_tap_have_a_bound_and_their_letters_and_are_spread_evenly() -> None:
    assert plain(face_rows(D20, frozenset(range(15, 21)), 78, begun=False)) == [
        "  1  2  3  4  5  6  7  8  9 10 11 12 13 14 │ 15 16 17 18 19 20"
    ]
    symbols = face_rows(SYMBOLS[0].die, frozenset(), 78, begun=True)
    assert symbols[0].plain.split() == ["h", "hit", "c", "crit", "s", "surge", "b", "blank", "take", "back"]
    rows = plain(face_rows(D20, range(12, 21), 56, begun=True))
    assert rows[0].split() == [str(n) for n in range(1, 11)]
    assert rows[1].split() == ["11", "│", *(str(n) for n in range(12, 21)), "take", "back"]
    assert all(len(row) <= 56 for row in rows)
    # Of a number not to pass the faces below it do it.
    (low,) = plain(face_rows(D20, range(1, 8), 76, begun=False))
    assert low.split()[:9] == ["1", "2", "3", "4", "5", "6", "7", "│", "8"]


def test_a_field_for_numbers_leaves_letters_to_the_commands() -> None:
    assert alphabet(TWO) == set("0123456789 ,;/xX×*")
    assert {"w", "o", "u", "a", "l"}.isdisjoint(alphabet(SYMBOLS))
    assert {"h", "C"} <= alphabet(SYMBOLS)


@pytest.mark.parametrize(
    ("typed", "whole"), [("5", "6 5 / 1"), ("", "6 / 1"), ("4 5 6", "4 5 6"), ("4 5 / 6", "4 5 / 6")]
)
def test_kept_dice_need_no_typing_unless_all_are_typed_anew(typed: str, whole: str) -> None:
    assert with_kept(typed, TWO, ((6,), (1,))) == whole


@pytest.mark.parametrize(
    ("typed", "plan", "parts"),
    [
        ("1 2 1", "plain", {"attack": 2, "defence": 1}),
        ("121", "plain", {"attack": 2, "defence": 1}),
        ("12", "plain", {"attack": 2, "defence": 1}),
        ("1", "plain", {}),
        ("2", "sweep", {}),
        ("2 1", "sweep", {"attack": 1, "defence": 1}),
        ("2 1 1", "sweep", {"attack": 1, "defence": 1}),
        ("", "plain", {}),
    ],
)
def test_of_several_plans_the_first_digit_is_the_row_of_one(typed: str, plan: str, parts: dict[str, int]) -> None:
    assert read_split(typed, (PLAIN, SWEEP)) == ({"plain": PLAIN, "sweep": SWEEP}[plan], parts)


def test_once_all_is_placed_the_rest_is_nothing() -> None:
    three = Plan("hits", "hits", 5, {"a": (0, 5), "b": (0, 5), "c": (0, 5)})
    assert read_split("5", (three,)) == (three, {"a": 5, "b": 0, "c": 0})
    assert read_split("2", (three,)) == (three, {"a": 2})


def test_numbers_of_ten_and_more_stand_apart() -> None:
    wide = Plan("all", "all", 15, {"left": (0, 15), "right": (0, 15)})
    assert read_split("12", (wide,)) == (wide, {"left": 12, "right": 3})


@pytest.mark.parametrize(("typed", "fault"), [("3 1 1", "no plan 3"), ("1 1 1 1", "3 numbers typed")])
def test_a_split_that_cannot_be_read_says_why(typed: str, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read_split(typed, (PLAIN, SWEEP))


def test_a_plan_chosen_by_mouse_is_filled_legally() -> None:
    assert filled(Plan("p", "p", 5, {"a": (1, 2), "b": (1, 9)})) == {"a": 2, "b": 3}


@pytest.mark.parametrize(
    ("typed", "die", "left"),
    [
        ("9 13 ", D20, "9 "),
        ("12 ", D20, ""),
        ("9 ", D20, ""),
        ("5 3 / 2 ", D6, "5 3 "),
        ("5 3 / ", D6, "5 3 "),
        ("42", D6, "4 "),
        ("5 42 ", D6, "5 4 "),
        ("", D6, ""),
    ],
)
def test_a_die_is_taken_back_whole(typed: str, die: Die, left: str) -> None:
    assert taken_back(typed, [die]) == left


def test_of_dice_that_show_the_same_the_last_is_taken_away() -> None:
    assert TypedDice("5 3 5", (Dice("attack", D6, 3),)).without("5") == "5 3 "


def two_dice() -> Roll:
    dice = [Dice("saves", D6, 2, reach=4, models=(1, 2), pair=("bob", "ann"), failed="lost")]
    return Roll("r", by="red", title="?", dice=dice)


@pytest.mark.parametrize("secret", [False, True])
async def test_secret_dice_say_nothing_of_what_is_typed(secret: bool) -> None:
    body = DiceBody(two_dice(), example())
    body.secret = secret
    async with alone(body, (45, 38)) as pilot:
        free = place_of(pilot, "command", "roll") is not None
        await press(pilot, "1")
        assert bool(body.progress(40)) is not secret
        await press(pilot, "1")
        told = body.draft().replace(" ", ""), dict(body.dying())
        assert told == (("", {}) if secret else ("11", {"bob": 2}))
        assert (free, place_of(pilot, "command", "roll")) == (not secret, None)
        # By touch no key is named.
        assert not {"Enter", "Backspace"} & {*screen_text(pilot.app).split()}


@pytest.mark.parametrize(
    ("earlier", "begun", "typed", "answer"),
    [([[4, 5, 6]], "4 5", "", ((4, 5),)), ([[4]], "", "5", ((4, 5),)), ([[9]], "", "56", ((5, 6),))],
)
async def test_dice_of_an_earlier_answer_lie_as_far_as_they_fit(
    earlier: list[list[int]], begun: str, typed: str, answer: object
) -> None:
    async with alone(Vertical()) as pilot:
        body = DiceBody(two_dice(), example(), earlier)
        await pilot.app.push_screen(Asked(body))
        assert (body.begun, body.untouched()) == (begun, True)
        await press(pilot, *typed)
        assert body.answer() == answer


@pytest.mark.parametrize("typed", [False, True])
async def test_who_mistyped_mends_it_and_what_the_app_rolled_stays(typed: bool) -> None:
    request = two_dice()
    request.offer(((4, 5),), typed=typed)
    async with alone(Vertical()) as pilot:
        await pilot.app.push_screen(Asked(DiceBody(request, example())))
        await sees(pilot, "Enter" if typed else "before")
        assert ("Backspace mends them" in screen_text(pilot.app)) is typed


async def test_a_face_of_two_digits_is_a_number_of_dice_before_an_x() -> None:
    body = DiceBody(Roll("r", by="red", title="?", dice=[Dice("aim", D20, 12)]), example())
    async with alone(body) as pilot:
        await press(pilot, *"12", "x", "7")
        assert body.answer() == ((7,) * 12,)


async def test_backspace_takes_a_die_that_was_ended_by_the_app() -> None:
    """Whoever types 9, 9 at one d20 and deletes both has an empty field: the blanks between are not his."""
    async with showing(MemoryOpened(table_of("speedies"))) as (pilot, _):
        await press(pilot, "enter", "enter", "enter", "9", "9")
        await sees(pilot, "1 too many")
        await press(pilot, "backspace")
        await sees(pilot, "Enter takes these dice")
        await press(pilot, "backspace")
        await sees(pilot, "0 of 1 die in")


def exchange(count: int = 2, name: str = "Oda") -> list[Dice]:
    of = {("Hiro", "attack"): 2, ("Hiro", "defence"): 2, (name, "attack"): count, (name, "defence"): 0}
    return [Dice(f"{who} {role}", D6, n, by=who, reads=reading(), role=role) for (who, role), n in of.items()]


def test_an_attack_stands_beside_the_defence_against_it() -> None:
    assert plain(laid_of("3 6 5", exchange(), 76, marked=True).rows) == [
        "  attack                                defence against it",
        "",
        "◆ Hiro  ▐3▌ ▐6▌  7  6 + 1             ■ Oda   no dice: 0",
        "",
        "■ Oda   ▐ ▌ ▐ ▌                       ◆ Hiro  ▐5▌ ▐▌▌",
    ]
    assert laid_of("3 6 5 2 1", exchange(), 76).open == 4, "the row of the next die"
    # What the dice come to gives way before they do.
    row = plain(laid_of("3 6 5 2", exchange(), 44, marked=True).rows)[-1]
    assert row == "■ Oda   ▐▌▌ ▐ ▌       ◆ Hiro  ▐5▌ ▐2▌  6"
    # No room beside one another: below each other, as all dice are.
    assert plain(laid_of("3 6", exchange(6), 44, marked=True).rows)[0].startswith("◆ Hiro attack")


def test_groups_are_a_table_with_what_is_to_be_reached_and_how_many_are_in() -> None:
    groups = [
        Dice("Boyz → Squad", D6, 2, by="a", good=frozenset({5, 6}), needs="5+, models 1 2", reach=5, models=(1, 2)),
        Dice("Squad → Boyz", D6, 9, by="b", good=frozenset({4, 5, 6}), needs="4+", reach=4),
    ]
    rows = tabled_of("5 1 6 2x2", groups)
    assert [row.plain.split() for row in rows.rows] == [
        ["on", "dice", "in"],
        [],
        ["Boyz", "→", "Squad", "5+", "2", "of", "2", "▐5▌", "1"],
        [],
        ["Squad", "→", "Boyz", "4+", "3", "of", "9", "1", "success"],
        [],
        ["Squad", "→", "Boyz", "4+"],
    ]
    assert rows.open == 4
    assert len({row.cell_length for row in rows.rows[4:5]}) == 1


def test_groups_of_two_units_say_who_saves_from_whom_and_what_each_lost() -> None:
    save = Dice(
        "Boyz", D6, 2, by="a", good=frozenset({5, 6}), reach=5, models=(1, 2), pair=("Boyz", "Squad"), failed="lost"
    )
    groups = [save, replace(save, count=1), replace(save, reach=7, good=frozenset({6}), again=frozenset({6}))]
    assert [row.plain.split() for row in tabled_of("5 1 6", groups).rows[:5]] == [
        ["who", "saves", "from", "on", "dice", "in", "lost"],
        [],
        ["Boyz", "Squad", "5+", "2", "of", "2", "×"],
        ["Boyz", "Squad", "5+", "1", "of", "1", "none"],
        ["Boyz", "Squad", "7+", "0", "of", "2", "6", "again"],
    ]
    # A die that is thrown again loses no model yet.
    save = Dice("Boyz", D6, 2, good=frozenset({2, 3, 4, 5, 6}), again=frozenset({1}), models=(1, 2), failed="lost")
    groups = [save, replace(save, count=1)]
    assert tabled_of("1 5 3", groups).rows[2].plain.split()[-1] == "none"
    assert TypedDice("1 5 3", groups).failing()[0] == set()


def taps(rows: Sequence[Content]) -> set[tuple[str, bool]]:
    metas = [span.style.meta for row in rows for span in row.spans if isinstance(span.style, Style)]
    return {(meta["face"], bool(meta.get("less"))) for meta in metas if "face" in meta}


def test_large_faces_add_one_and_take_one() -> None:
    rows = large_faces(D6, frozenset({5, 6}), {5: 2}, 74, begun=True)
    assert [row.plain.count("●") for row in rows[:3]] == [
        0 + 1 + 1 + 2 + 2 + 2,
        1 + 0 + 1 + 0 + 1 + 2,
        1 + 1 + 2 + 2 + 2,
    ]
    assert rows[-1].plain.split() == [word for n in (0, 0, 0, 0, 2, 0) for word in (["−"] if n else []) + [str(n), "+"]]
    assert taps(rows) == {(str(n), False) for n in range(1, 7)} | {("5", True)}, "one that lies there is taken away"
    assert all(row.cell_length <= 74 for row in rows)
    twenty = large_faces(D20, frozenset(), {}, 74, begun=True)
    assert taps(twenty) == {*((str(n), False) for n in range(1, 21)), ("(back)", False)}
    assert all(row.cell_length <= 74 for row in twenty)


async def test_a_large_face_is_tapped_and_taken_back() -> None:
    async with showing(played(SCENES["better-wargame"]), size=(140, 45)) as (pilot, _):
        await press(pilot)
        rows = screen_text(pilot.app).split("\n")
        y = next(y for y, row in enumerate(rows) if row.count("+") == 6)
        five = [x for x, char in enumerate(rows[y]) if char == "+"][4]
        field = pilot.app.screen.query_one("#entry", DiceEntry)
        await pilot.click(offset=(five, y - 3))
        await until(pilot, lambda: field.value.strip() == "5", field.value)
        (minus,) = [x for x, char in enumerate(screen_text(pilot.app).split("\n")[y]) if char == "−"]
        await pilot.click(offset=(minus, y))
        await until(pilot, lambda: not field.value.strip(), field.value)


def test_pips_lie_as_on_a_die_a_symbol_in_the_middle_and_one_to_be_thrown_has_an_edge_where_no_fill_shows() -> None:
    assert plain(large_die(LargeDie("5"))) == ["  ● ●", "   ●", "  ● ●"]
    assert plain(large_die(LargeDie("crit", pips=False, cells=6))) == ["", " crit", ""]
    assert [row.cell_length for row in large_die(LargeDie("20", pips=False, cells=5))] == [5, 5, 5]
    assert plain(large_die(LargeDie("1", before="2")))[1] == "        →    ●", "one that was rolled again shows both"
    assert plain(large_die(LargeDie("", cells=5, pips=False, edged=True))) == ["┌───┐", "│   │", "└───┘"]
    assert plain(large_die(LargeDie("", cursor=True, edged=True)))[1] == "│  ▌  │"
    assert plain(large_die(LargeDie("5", edged=True)))[1] == "   ●"


def test_large_groups_lie_side_by_side_and_go_on_below_and_a_fill_ends_with_its_die() -> None:
    two = LargeGroup(Content("Hiro attack"), [LargeDie("3"), LargeDie("6")])
    assert len(large_rows([two, two], 40)) == 5
    assert len(large_rows([two, two], 30)) == 11
    assert all(row.cell_length <= 16 for row in large_rows([two, two], 16))
    groups = [LargeGroup(Content("red"), [LargeDie("1")] * 2), LargeGroup(Content("blue"), [LargeDie("2")] * 3)]
    assert len(large_rows(groups, 41, dense=True)) == 4, "where rows are few right below their names"
    # Dice that are still to be thrown have all their cells.
    rows = large_rows([LargeGroup(Content("attack"), [LargeDie("1"), LargeDie("", cursor=True), LargeDie()])], 40)
    assert [row.cell_length for row in rows[2:]] == [7 + 2 + 7 + 2 + 7] * 3
    rows = large_rows([LargeGroup(BLANK, [LargeDie("5")], Content("= 5 + 1"))] * 2, 40)
    assert all(end <= 7 or start >= 17 for row in rows for start, end, _ in row.spans), [row.spans for row in rows]
    assert max(end - start for row in rows for start, end, _ in row.spans) == 7


async def test_dice_to_be_thrown_are_seen_in_sixteen_colours() -> None:
    opened = MemoryOpened(table_of("bushido"))
    assert play_to(opened.session, (("melee", "hiro+oda"),), "roll", lambda s: True)
    async with showing(opened, size=(140, 45)) as (pilot, _):
        await misses(pilot, "┌─────┐")
        pilot.app.theme = "terminal"
        await sees(pilot, "┌─────┐", "│  ▌  │")


def test_many_dice_are_told_by_count_but_for_those_of_one_model_each() -> None:
    groups = [Dice("hits", D6, 10, good=HITS), Dice("others", D6, 10, good=HITS, models=tuple(range(1, 11)))]
    rows = plain(laid_of("4x5 3x1 1 2", groups, 90).rows)
    assert "  9 of 10   4 successes" in rows[0]
    assert not any(" of 10   " in row for row in rows[1:])
    assert laid_of("4x5", groups[:1], 90).rows[0].plain.startswith("▐5▌▐5▌▐5▌▐5▌")


def test_a_count_has_a_minus_and_a_plus() -> None:
    (row,) = counted_rows(D6, HITS, {5: 4}, 96)
    assert " ".join(row.plain.split()) == "1 0 + 2 0 + 3 0 + 4 0 + 5 − 4 + 6 0 +"
    meta = [span.style.meta for span in row.spans if isinstance(span.style, Style)]
    taps = [(one["face"], one.get("less", False)) for one in meta]
    assert ("5", True) in taps
    assert ("5", False) in taps
    assert ("4", True) not in taps, "none lies there to take away"


def fell(text: str, lost: dict[str, int], width: int = 90, most: int = 9) -> list[str]:
    group = FaceGroup("damage", "red", "d6", (4, 5), ("", "hit"))
    result = Result("key", "Damage", (group,), text, "1", {})
    return plain(moment_rows(example(), result, lost, width, most, 6))


def test_who_suffers_what_stands_in_large_letters_with_the_reasons_beside() -> None:
    unit = next(iter(example().units.values()))
    letters = present(pixels(f"{unit.name} 2"))
    rows = fell("4 + 5 = 9, 2 wounds", {unit.id: 2})
    assert rows[1].split() == ["●", "●", "●", "●"]
    assert [row.strip().startswith(part.strip()[:3]) for row, part in zip(rows[5:8], letters, strict=True)] == [
        True
    ] * 3
    assert rows[5].endswith("4 + 5 = 9, 2 wounds")
    # Where nobody suffers it is one sentence, and where there is no room nothing.
    assert fell("Hiro holds off Oda", {})[-1].strip() == "Hiro holds off Oda"
    assert fell("Hiro holds off Oda", {}, most=4) == []
    assert fell("Hiro holds off Oda", {}, width=10) == []
