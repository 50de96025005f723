"""Dice to compare: an attack beside the defence against it, groups in a table, and faces as large dice to tap."""

from collections.abc import Sequence
from dataclasses import replace

from textual.content import Content
from textual.style import Style

from companion.engine.dice import D6, D20, Dice
from companion.rules.bushido.melee.results import reading
from companion.tui.look.rows import BLANK
from companion.tui.widgets.dice_entry import DiceEntry, laid, thrown
from companion.tui.widgets.dice_rows import tabled
from companion.tui.widgets.face_row import large_faces
from companion.tui.widgets.typed_dice import TypedDice
from tests.tui.fakes import press, screen_text, showing, until
from tests.tui.test_guide_frames import SCENES, played


def exchange(count: int = 2, name: str = "Oda") -> list[Dice]:
    of = {("Hiro", "attack"): 2, ("Hiro", "defence"): 2, (name, "attack"): count, (name, "defence"): 0}
    return [Dice(f"{who} {role}", D6, n, by=who, reads=reading(), role=role) for (who, role), n in of.items()]


def plain(groups: Sequence[Dice], text: str, width: int) -> list[str]:
    marks = [Content("◆ " if one.by == "Hiro" else "■ ") for one in groups]
    made = thrown(TypedDice(text, groups), marks)
    return [row.plain.rstrip() for row in laid(made, width).rows]


def test_an_attack_stands_beside_the_defence_against_it() -> None:
    assert plain(exchange(), "3 6 5", 76) == [
        "  attack                                defence against it",
        "",
        "◆ Hiro  ▐3▌ ▐6▌  7  6 + 1             ■ Oda   no dice: 0",
        "",
        "■ Oda   ▐ ▌ ▐ ▌                       ◆ Hiro  ▐5▌ ▐▌▌",
    ]


def test_what_the_dice_come_to_gives_way_before_they_do() -> None:
    row = plain(exchange(), "3 6 5 2", 44)[-1]
    assert row == "■ Oda   ▐▌▌ ▐ ▌       ◆ Hiro  ▐5▌ ▐2▌  6"
    # No room beside one another: below each other, as all dice are.
    assert plain(exchange(6), "3 6", 44)[0].startswith("◆ Hiro attack")


def test_the_row_of_the_next_die_is_known() -> None:
    assert laid(thrown(TypedDice("3 6 5 2 1", exchange()), [BLANK] * 4), 76).open == 4


def test_groups_are_a_table_with_what_is_to_be_reached_and_how_many_are_in() -> None:
    groups = [
        Dice("Boyz → Squad", D6, 2, by="a", good=frozenset({5, 6}), needs="5+, models 1 2", reach=5, models=(1, 2)),
        Dice("Squad → Boyz", D6, 9, by="b", good=frozenset({4, 5, 6}), needs="4+", reach=4),
    ]
    made = thrown(TypedDice("5 1 6 2x2", groups), [BLANK] * 2)
    rows = tabled(made, 70)
    assert [row.plain.split() for row in rows.rows] == [
        ["on", "dice", "in"],
        [],
        ["Boyz", "→", "Squad", "5+", "2", "of", "2", "▐5▌", "1"],
        [],
        ["Squad", "→", "Boyz", "4+", "3", "of", "9", "1", "successes"],
        [],
        ["Squad", "→", "Boyz", "4+"],
    ]
    assert rows.open == 4
    assert len({row.cell_length for row in rows.rows[4:5]}) == 1


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


def test_groups_of_two_units_say_who_saves_from_whom_and_what_each_lost() -> None:
    save = Dice(
        "Boyz", D6, 2, by="a", good=frozenset({5, 6}), reach=5, models=(1, 2), pair=("Boyz", "Squad"), failed="lost"
    )
    groups = [save, replace(save, count=1), replace(save, reach=7, good=frozenset({6}), again=frozenset({6}))]
    rows = tabled(thrown(TypedDice("5 1 6", groups), [BLANK] * 3), 70).rows
    assert [row.plain.split() for row in rows[:5]] == [
        ["who", "saves", "from", "on", "dice", "in", "lost"],
        [],
        ["Boyz", "Squad", "5+", "2", "of", "2", "×"],
        ["Boyz", "Squad", "5+", "1", "of", "1", "none"],
        ["Boyz", "Squad", "7+", "0", "of", "2", "6", "again"],
    ]


def test_a_die_that_is_thrown_again_loses_no_model_yet() -> None:
    save = Dice("Boyz", D6, 2, good=frozenset({2, 3, 4, 5, 6}), again=frozenset({1}), models=(1, 2), failed="lost")
    typed = TypedDice("1 5 3", [save, replace(save, count=1)])
    rows = [row.plain.split() for row in tabled(thrown(typed, [BLANK] * 2), 70).rows]
    assert (typed.failing()[0], rows[2][-1]) == (set(), "none")
