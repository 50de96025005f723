"""Dice three rows high, typed and as they lie; many dice by count; who suffers what in large letters."""

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style

from companion.engine.dice import D6, Dice
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.pixels import pixels
from companion.tui.look.faces import LargeDie, LargeGroup, large_die, large_rows
from companion.tui.look.rows import BLANK
from companion.tui.widgets.dice_entry import laid, thrown
from companion.tui.widgets.face_row import counted_rows
from companion.tui.widgets.moment import moment_rows
from companion.tui.widgets.typed_dice import TypedDice
from tests.examples import table_of
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened, misses, sees, showing
from tools.scenes import play_to

HITS = frozenset((5, 6))


def plain(rows: Sequence[Content]) -> list[str]:
    return [row.plain.rstrip() for row in rows]


def test_pips_lie_as_on_a_die_and_a_symbol_is_in_the_middle() -> None:
    assert plain(large_die(LargeDie("5"))) == ["  ● ●", "   ●", "  ● ●"]
    assert plain(large_die(LargeDie("crit", pips=False, cells=6))) == ["", " crit", ""]
    assert [row.cell_length for row in large_die(LargeDie("20", pips=False, cells=5))] == [5, 5, 5]


def test_a_die_that_was_rolled_again_shows_both_faces() -> None:
    assert plain(large_die(LargeDie("1", before="2")))[1] == "        →    ●"


def test_the_fill_of_a_die_ends_with_it_whatever_stands_behind() -> None:
    rows = large_rows([LargeGroup(BLANK, [LargeDie("5")], Content("= 5 + 1"))] * 2, 40)
    assert all(end <= 7 or start >= 17 for row in rows for start, end, _ in row.spans), [row.spans for row in rows]
    assert max(end - start for row in rows for start, end, _ in row.spans) == 7


def test_groups_lie_side_by_side_and_go_on_below() -> None:
    two = LargeGroup(Content("Hiro attack"), [LargeDie("3"), LargeDie("6")])
    assert len(large_rows([two, two], 40)) == 5
    assert len(large_rows([two, two], 30)) == 11
    assert all(row.cell_length <= 16 for row in large_rows([two, two], 16))


def test_dice_that_are_still_to_be_thrown_have_all_their_cells() -> None:
    rows = large_rows([LargeGroup(Content("attack"), [LargeDie("1"), LargeDie("", cursor=True), LargeDie()])], 40)
    assert [row.cell_length for row in rows[2:]] == [7 + 2 + 7 + 2 + 7] * 3


def test_where_no_fill_shows_a_die_to_be_thrown_it_has_an_edge() -> None:
    assert plain(large_die(LargeDie("", cells=5, pips=False, edged=True))) == ["┌───┐", "│   │", "└───┘"]
    assert plain(large_die(LargeDie("", cursor=True, edged=True)))[1] == "│  ▌  │"
    assert plain(large_die(LargeDie("5", edged=True)))[1] == "   ●"


async def test_dice_to_be_thrown_are_seen_in_sixteen_colours() -> None:
    opened = MemoryOpened(table_of("bushido"))
    assert play_to(opened.session, (("melee", "hiro+oda"),), "roll", lambda s: True)
    async with showing(opened, size=(140, 45)) as (pilot, _):
        await misses(pilot, "┌─────┐")
        pilot.app.theme = "companion-terminal"
        await sees(pilot, "┌─────┐", "│  ▌  │")


def test_where_rows_are_few_dice_stand_closer_and_right_below_their_names() -> None:
    groups = [LargeGroup(Content("red"), [LargeDie("1")] * 2), LargeGroup(Content("blue"), [LargeDie("2")] * 3)]
    assert len(large_rows(groups, 41, dense=True)) == 4


def test_many_dice_are_told_by_count_but_for_those_of_one_model_each() -> None:
    groups = [Dice("hits", D6, 10, good=HITS), Dice("others", D6, 10, good=HITS, models=tuple(range(1, 11)))]
    rows = plain(laid(thrown(TypedDice("4x5 3x1 1 2", groups), [BLANK] * 2), 90).rows)
    assert "  9 of 10   4 successes" in rows[0]
    assert not any(" of 10   " in row for row in rows[1:])
    few = plain(laid(thrown(TypedDice("4x5", [Dice("hits", D6, 10, good=HITS)]), [BLANK]), 90).rows)
    assert few[0].startswith("▐5▌▐5▌▐5▌▐5▌")


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
    letters = pixels(f"{unit.name} 2")
    assert letters is not None
    rows = fell("4 + 5 = 9, 2 wounds", {unit.id: 2})
    assert rows[1].split() == ["●", "●", "●", "●"]
    assert [row.strip().startswith(part.strip()[:3]) for row, part in zip(rows[5:8], letters, strict=True)] == [
        True
    ] * 3
    assert rows[5].endswith("4 + 5 = 9, 2 wounds")


def test_where_nobody_suffers_it_is_one_sentence_and_where_there_is_no_room_nothing() -> None:
    assert fell("Hiro holds off Oda", {})[-1].strip() == "Hiro holds off Oda"
    assert fell("Hiro holds off Oda", {}, most=4) == []
    assert fell("Hiro holds off Oda", {}, width=10) == []
