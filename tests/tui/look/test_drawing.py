"""Every drawing function: never wider than given, and nothing cut that matters."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content
from textual.style import Style

from companion.engine.progress import StepView
from companion.frontend.pixels import pixels
from companion.frontend.saying.odds import percent
from companion.tui.look.band import band
from companion.tui.look.colours import fill
from companion.tui.look.faces import Face, face, in_rows
from companion.tui.look.grid import Choice, Ways, choice_list, ways_blocks, ways_list
from companion.tui.look.histogram import histogram
from companion.tui.look.key_row import Key, key_rows
from companion.tui.look.pips import bound, groups, health, pips
from companion.tui.look.pixels import large, spaced
from companion.tui.look.rows import at_most, beside, columns, fitting, flow, halves, wrapped
from companion.tui.widgets.board import step_row
from companion.tui.widgets.submit_button import in_one_row
from tests.examples import present
from tests.tui.player import plain

WORDS = st.text("abcdefg éü-'", min_size=1, max_size=40).map(lambda text: text.strip() or "a")
WIDTHS = st.integers(12, 140)


def letters(rows: Sequence[Content]) -> str:
    return "".join("".join(row.plain.split()) for row in rows)


@given(WORDS, WIDTHS, st.integers(0, 6))
def test_wrapped_words_lose_nothing(text: str, width: int, indent: int) -> None:
    rows = wrapped(Content(text), width, indent)
    assert all(row.cell_length <= width for row in rows)
    assert letters(rows) == "".join(text.split())


@given(WORDS, WORDS, WIDTHS)
def test_left_and_right_lose_nothing(left: str, right: str, width: int) -> None:
    rows = beside(Content(left), Content(right), width)
    assert all(row.cell_length <= width for row in rows)
    assert letters(rows) == "".join((left + right).split())


@given(st.lists(WORDS, max_size=8), WIDTHS)
def test_parts_that_flow_lose_nothing(parts: list[str], width: int) -> None:
    rows = flow([Content(part) for part in parts], width, indent=2)
    assert all(row.cell_length <= width for row in rows)
    assert letters(rows) == "".join("".join(part.split()) for part in parts)


def test_lines_and_parts_that_have_no_room_are_left_out_or_counted_and_none_is_cut() -> None:
    parts = [Content("one"), Content("two"), Content("a long one"), Content("x")]
    assert fitting(parts, 12, 2).plain == "one  two"
    lines = [Content(text) for text in ("one", "two words and more", "three", "four")]
    assert plain(at_most(lines, 10, 4)) == ["one", "two words", "  and more", "and 2 lines more"]
    assert plain(at_most(lines, 10, 5)) == ["one", "two words", "  and more", "three", "four"]


def test_columns_stand_under_one_another_and_the_right_half_begins_in_the_middle() -> None:
    table = [[Content("1"), Content("no special"), Content("4 dice")], [Content("10"), Content("Sweep"), Content("3")]]
    assert plain(columns(table, 40, right=(0,))) == [" 1  no special  4 dice", "10  Sweep       3"]
    assert all(row.cell_length <= 9 for row in columns(table, 9))
    assert plain(halves([Content("a"), Content("b")], [Content("c")], 80)) == ["a" + " " * 39 + "c", "b"]


def test_a_band_says_who_and_what_and_at_the_right_how() -> None:
    rows = band("◆ ITO: split Hiro's 4 dice", "in secret, Sora looks away", fill("red"), 80, tall=True)
    assert [row.cell_length for row in rows] == [80, 80, 80]
    assert rows[1].plain.startswith(" ◆ ITO: split Hiro's 4 dice  ")
    assert rows[1].plain.endswith("  in secret, Sora looks away ")
    low = band("◆ ITO: split Hiro's 4 dice", "in secret", fill("red"), 60, tall=False)
    assert len(low) == 1


@given(WORDS, WORDS | st.just(""), WIDTHS, st.booleans())
def test_a_band_is_filled_to_the_edge_and_loses_nothing(left: str, right: str, width: int, tall: bool) -> None:
    rows = band(left, right, fill("blue"), width, tall)
    assert {row.cell_length for row in rows} == {width}
    assert letters(rows) == "".join((left + right).split())


def test_pips_show_what_is_left_what_went_now_and_what_went_before() -> None:
    assert pips(3, 8, "", lost=1).plain == "●●●×····"
    assert pips(5, 4, "").plain == "●●●●●"
    assert pips(0, 0, "").plain == ""
    assert health(5, 8, "", lost=1).plain == "●●●●●×··  5 of 8"
    assert health(0, 3, "", lost=3).plain == "×××  0 of 3"
    # Above ten, and where there is no room, the number alone stands.
    assert health(34, 40, "").plain == "34 of 40"
    assert health(8, 8, "", room=12).plain == "8 of 8"
    assert health(3, None, "").plain == "3"
    # Several wounds a model are groups.
    assert groups((3, 1, 0), 3, "").plain == "●●● ●·· ···"
    assert groups((3, 3, 3, 3), 3, "").plain == ""
    assert groups((), 3, "").plain == ""


def test_a_bound_says_when_it_bites() -> None:
    for given_, words in {
        (8, 8, 3): "below half at 3",
        (3, 8, 3): "below half",
        (5, 6, 1): "breaks at 1",
        (1, 6, 1): "broken at 1",
        (5, 5, 0): "",
        (0, 8, 8): "",
        (4, None, None): "",
    }.items():
        assert bound(*given_).plain == words


@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 9), st.integers(8, 40))
def test_health_is_never_wider_than_its_room(now: int, most: int, lost: int, room: int) -> None:
    drawn = health(min(now, most), most, "", lost=lost, room=room)
    assert drawn.cell_length <= room
    assert drawn.plain.endswith(f"{min(now, most)} of {most}")


def test_a_die_that_counted_is_filled_and_rows_of_dice_have_a_blank_row_between() -> None:
    assert face(Face("5", True)).plain == "▐5▌"
    assert face(Face("2", False)).plain == " 2 "
    assert face(Face("crit", True)).plain == "▐crit▌"
    assert face(Face("5", True, before="2")).plain == "2→▐5▌"
    assert plain(in_rows([face(Face("5", True))] * 5, 9)) == ["▐5▌▐5▌▐5▌", "", "▐5▌▐5▌"]


def test_pixel_letters_are_those_of_the_design() -> None:
    assert pixels("Stingers fall") == (
        "▄▀▀ ▀█▀ █ █▄ █ █▀▀ █▀▀ █▀▄ ▄▀▀    █▀▀ ▄▀▄ █   █  ",
        " ▀▄  █  █ █ ▀█ █ █ █▀  █▀▄  ▀▄    █▀  █▀█ █   █  ",
        "▀▀   ▀  ▀ ▀  ▀ ▀▀▀ ▀▀▀ ▀ ▀ ▀▀     ▀   ▀ ▀ ▀▀▀ ▀▀▀",
    )
    assert pixels("15+") == ("▄█  █▀▀  ▄ ", " █  ▀▀█ ▀█▀", "▀▀▀ ▀▀▀    ")
    # Other letters and long names are bold and spaced.
    assert pixels("Żółw") is None
    assert plain(large("Fé falls", "", 40)) == ["F É   F A L L S"]
    assert plain(spaced("Masaema Aya falls", "", 20)) == ["MASAEMA AYA FALLS"]


def test_every_letter_has_three_rows_of_one_width_and_no_two_look_the_same() -> None:
    drawn = {char: pixels(char) for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/%+− "}
    assert [char for char, rows in drawn.items() if rows is None or len({len(row) for row in rows}) != 1] == []
    alone = [rows for char, rows in drawn.items() if char.isalnum() and char != "0"]
    assert len(set(alone)) == len(alone), "only the O is also the zero"


@given(WORDS, WIDTHS)
def test_large_letters_fit(text: str, width: int) -> None:
    assert all(row.cell_length <= width for row in large(text, "", width))


STEPS = [
    StepView("", "Initiative", "done"),
    StepView("", "Ki", "skipped"),
    StepView("", "Pools", "done"),
    StepView("", "Split in secret", "now"),
    StepView("", "Reveal", "todo"),
    StepView("", "Roll", "todo"),
]


def test_steps_show_two_done_the_current_and_what_fits() -> None:
    row = step_row(STEPS, 78).plain
    assert row.startswith("✓ Initiative   ✓ Pools   SPLIT IN SECRET   Reveal   Roll")
    assert row.endswith("4 of 6")
    assert len(row) == 78
    assert step_row(STEPS, 43).plain == "✓ Pools   SPLIT IN SECRET   Reveal      4/6"
    assert step_row([StepView("", "Roll", "done")], 60).plain == ""


@given(
    st.lists(st.builds(StepView, st.just("1"), WORDS, st.sampled_from(("done", "now", "todo", "skipped"))), max_size=9),
    WIDTHS,
)
def test_steps_fit(steps: list[StepView], width: int) -> None:
    assert step_row(steps, width).cell_length <= width


KEYS = [Key("accept", "Enter", "seal"), Key("why", "w", "why"), Key("undo", "u", "undo"), Key("help", "?", "help")]


def test_help_is_last_and_never_left_out() -> None:
    assert plain(key_rows(KEYS, 80)) == ["Enter seal   w why   u undo   ? help"]
    assert plain(key_rows(KEYS, 30)) == ["Enter seal   w why   ? help"]
    assert plain(key_rows(KEYS, 20, rows=2)) == ["Enter seal   w why", "u undo   ? help"]
    assert plain(key_rows(KEYS[3:], 8)) == ["? help"]


def test_a_key_without_a_word_shares_that_of_the_next_and_the_way_out_of_a_panel_is_never_left_out() -> None:
    keys = [Key("accept", "Enter", "set"), Key("less", "−", ""), Key("more", "+", "point"), Key("help", "?", "help")]
    assert plain(key_rows(keys, 80)) == ["Enter set   − + point   ? help"]
    taps = [span.style.meta["@click"] for span in key_rows(keys, 80)[0].spans if isinstance(span.style, Style)]
    assert taps == [f"screen.tapped('{key.command}')" for key in keys], "each is tapped by itself"
    assert plain(key_rows(keys, 24)) == ["Enter set   ? help"]
    long = [Key(name, name[0], "a long word") for name in ("accept", "undo", "more", "delete")]
    (row,) = plain(key_rows([*long, Key("back", "Esc", "back"), Key("help", "?", "help")], 50))
    assert row == "a a long word   u a long word   Esc back   ? help"


@given(st.integers(8, 120))
def test_keys_are_whole(width: int) -> None:
    (row,) = key_rows(KEYS, width)
    assert row.cell_length <= width
    assert row.plain.endswith("? help")
    assert all(chip in ("Enter seal", "w why", "u undo", "? help") for chip in row.plain.split("   "))


WAYS = Ways(
    Content("  1 no special"),
    ("4/0", "3/1", "2/2"),
    (("on Oda", ("1.9", "1.1", "0.5")), ("on you", ("3.8", "1.7", "0.8"))),
    marked=1,
)
SWEEP = Ways(Content("  2 Sweep  −1 die"), ("3/0", "2/1"), (("on Oda", ("0.6", "")), ("on you", ("3.1", "1.4"))))


def test_all_ways_and_their_figures_stand_in_the_same_columns() -> None:
    drawn = present(ways_blocks([WAYS, SWEEP], 77))
    assert [plain(block) for block in drawn] == [
        [
            "  1 no special           4/0          3/1          2/2",
            "    on Oda               1.9          1.1          0.5",
            "    on you               3.8          1.7          0.8",
        ],
        [
            "  2 Sweep  −1 die        3/0          2/1",
            "    on Oda               0.6",
            "    on you               3.1          1.4",
        ],
    ]
    joined = present(ways_blocks([WAYS], 77, joined=" / "))
    assert plain(joined[0])[1] == "    on Oda / on you     1.9 / 3.8    1.1 / 1.7    0.5 / 0.8"


@pytest.mark.parametrize(
    ("chance", "words"), [(0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (0.999, ">99 %"), (1.0, "100 %")]
)
def test_a_small_chance_is_no_chance_of_nothing(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_on_a_narrow_screen_a_way_is_a_row() -> None:
    listed = ways_list(WAYS, 30)
    assert plain([*listed.titles, *listed.choices]) == [
        "          on Oda     on you",
        " 4/0         1.9        3.8",
        " 3/1         1.1        1.7",
        " 2/2         0.5        0.8",
    ]
    assert ways_blocks([WAYS], 26) is None


CHOICES = [
    Choice(Content("1  Attack"), Content("in the melee"), ("1.2", "1.5")),
    Choice(Content("2  Dodge"), Content("cancels one hit"), ("", "0.8"), Content("costs 2 of 2 ki")),
    Choice(Content("3  Move"), tail=Content("engaged"), closed=True),
]


def test_what_choices_do_goes_first_then_the_second_figure_and_never_a_name_or_a_cost() -> None:
    def drawn(width: int, brief: bool) -> str:
        listed = choice_list(["on Oda", "on you"], CHOICES, width, brief=brief)
        return "\n".join(plain([*listed.titles, *listed.choices]))

    texts = {width: drawn(width, True) for width in (90, 60, 40, 20)}
    assert drawn(40, False).splitlines()[2:3] == ["   in the melee"], "while there are rows it stands below"
    assert "in the melee" in texts[90]
    assert "in the melee" not in texts[40]
    assert "on you" in texts[40]
    assert "on you" not in texts[20]
    for text in texts.values():
        assert "Attack" in text
        assert "costs 2 of 2 ki" in " ".join(text.split())
        assert "engaged" in text


def test_a_title_begins_above_the_names_before_it_takes_a_second_row() -> None:
    """`on` and `Stingers` stood in two rows above a figure, with nothing beside them."""
    for titles, drawn in (
        (["on Stingers"], ["              on Stingers"]),
        (["on Stingers", "on you"], ["      on Stingers  on you"]),
    ):
        listed = choice_list(titles, [Choice(Content("1  Hold"), figures=("0.8", "0.9"))], 25)
        assert plain(listed.titles) == drawn


def test_bars_have_one_scale_and_their_figure_at_the_end() -> None:
    rows = histogram([(0, 0.25), (1, 0.5), (2, 0.25), (3, 0.0), (4, 0.001), (5, 0.001)], 80)
    assert plain(rows) == [
        f"     0  {'█' * 10} 25 %",
        f"     1  {'█' * 20} 50 %",
        f"     2  {'█' * 10} 25 %",
        "   4–5  ▏ <1 %",
    ]
    looks = [{str(span.style) for span in row.spans if "█" in row.plain[span.start : span.end]} for row in rows]
    assert looks[1] != looks[0] == looks[2], "the most likely one stands out"


@given(
    st.lists(WORDS, min_size=1, max_size=6),
    st.lists(WORDS, max_size=2),
    st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=4),
    st.integers(30, 140),
)
def test_figures_fit(ways: list[str], titles: list[str], named: list[tuple[str, str, str]], width: int) -> None:
    block = Ways(Content("1 name"), ways, [(title, ["12.5"] * len(ways)) for title in titles], 0)
    choices = [Choice(Content(n), Content(w), ["12.5"] * len(titles), Content(t)) for n, w, t in named]
    listed = [*(choice_list(titles, choices, width)), *ways_list(block, width)]
    rows = [row for part in (*listed, *(ways_blocks([block], width) or [])) for row in part]
    # A title of one long word is not broken.
    assert all(line.cell_length <= max(width, 50) for row in rows for line in row.split("\n"))


def test_a_long_name_of_ways_has_a_row_of_its_own_where_it_would_take_the_columns() -> None:
    long = replace(WAYS, name=Content("3 Flow Like Water: Counterstrike Defence (0)  2 of 3 Ki"))
    assert ways_blocks([WAYS, long], 66) is None
    (first, second) = ways_blocks([WAYS, long], 66, above=True, joined=" / ") or ([], [])
    assert plain(second)[0] == long.name.plain
    assert len(second) == len(first) + 1
    assert [row.rstrip()[-9:] for row in plain(second)[2:]] == [row.rstrip()[-9:] for row in plain(first)[1:]]


def test_a_button_says_no_half_of_a_fault() -> None:
    assert in_one_row("Take it: a red defence die has no face '6'", 37) == "Take it"
