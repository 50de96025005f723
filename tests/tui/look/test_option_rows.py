"""Options as rows: chances in columns, costs and reasons in one column, nothing said twice."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Cost, Option, Pick, YesNo
from companion.engine.session import Session
from companion.tui.board.next_panel import action_rows
from companion.tui.text import clean
from companion.tui.widgets.chances import ChanceColumns, chance_parts, chance_rows
from companion.tui.widgets.choosing import PickBody
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.option_rows import option_rows, with_chances
from tests.games.duel import example

COST = (Cost("boba", "actions", "actions left", 2, 1),)
OPTIONS = (
    Option("move", "Move", "engaged: a withdrawal is the only move", cost=COST),
    Option("attack", "Attack in the melee", cost=COST),
    Option("dodge", "Dodge: 1 dodge token", cost=COST),
    Option("recover", "Recover: suppression off, cards ready", cost=COST),
)
ODDS = Odds(
    "red",
    "wounds",
    (Chance("attack", "dealt", 0.5, "boba", 3), Chance("attack", "falls", 0.25, "boba")),
    (Heading("dealt", "boba", "Boba Fett: wounds"), Heading("falls", "boba", "Boba Fett: defeated")),
)


def drawn(width: int, odds: Odds | None = ODDS, *, bars: bool = False) -> list[str]:
    rows = option_rows(example(), OPTIONS, None, odds, width, bars=bars)
    return [line for row in rows for line in row.content.plain.split("\n")]


@pytest.mark.parametrize("width", [74, 78, 98])
@pytest.mark.parametrize("odds", [ODDS, None], ids=["odds", "no odds"])
def test_costs_begin_in_one_column(width: int, odds: Odds | None) -> None:
    rows = drawn(width, odds)
    places = {row.index("1 of 2 actions left") for row in rows if "1 of 2 actions left" in row}
    assert len(places) == 1, rows
    assert len(rows) <= 7, rows


def test_what_a_closed_choice_would_cost_is_not_said() -> None:
    assert next(row for row in drawn(98) if "Move" in row).count("actions left") == 0


def test_of_whom_the_chances_tell_stands_once_above_them() -> None:
    rows = drawn(98)
    assert [row.split() for row in rows[:2]] == [["Boba", "Fett"], ["wounds", "defeated"]]


def test_bars_never_take_the_place_of_a_number() -> None:
    odds = Odds(
        "red",
        "wounds",
        tuple(Chance("attack", f"m{at}", 0.5) for at in range(5)),
        tuple(Heading(f"m{at}", "", f"measure{at}") for at in range(5)),
    )
    for width in (70, 80, 100, 140):
        assert sum(f"measure{at}" in "".join(drawn(width, odds, bars=True)) for at in range(5)) >= sum(
            f"measure{at}" in "".join(drawn(width, odds)) for at in range(5)
        )


def test_the_chances_of_a_unit_whose_name_begins_with_a_number_are_told_apart() -> None:
    odds = Odds(
        "red",
        "wounds",
        (Chance("", "dealt", 0.5, "bikes", 3), Chance("", "falls", 0.25, "bikes")),
        (Heading("dealt", "bikes", "74-Z Speeder Bikes: wounds"), Heading("falls", "bikes", "74-Z Speeder Bikes: out")),
    )
    assert [row.plain for row in chance_rows(odds, "", 60, 2)] == ["74-Z Speeder Bikes: 25 % out, 1.5 wounds"]
    assert [row.plain for row in chance_rows(odds, "", 36, 2)] == ["74-Z Speeder Bikes: 25 % out,", "1.5 wounds"]


def test_what_becomes_of_a_unit_is_told_before_how_many_dice_hit() -> None:
    odds = Odds(
        "red",
        "hits",
        (Chance("", "hits", 0.5, "rat", 1), Chance("", "falls", 0.25, "fang"), Chance("", "stunned", 0.125, "fang")),
        (
            Heading("hits", "rat", "hits"),
            Heading("falls", "fang", "Fang: out"),
            Heading("stunned", "fang", "Fang: stunned"),
        ),
    )
    assert [row.plain for row in chance_rows(odds, "", 30, 1)] == ["Fang: 25 % out, 12 % stunned"]


def test_chances_that_do_not_fit_are_counted() -> None:
    fates = [f"fate number {at}" for at in range(6)]
    odds = Odds(
        "red",
        "fates",
        tuple(Chance("", fate, 0.5) for fate in fates),
        tuple(Heading(fate, "", fate) for fate in fates),
    )
    plain = [row.plain for row in chance_rows(odds, "", 46, 2, counts="always")]
    assert plain == ["50 % fate number 0  50 % fate number 1", "50 % fate number 2  3 more, o shows them"]
    assert chance_rows(odds, "", 46, 3, counts="always") == chance_rows(odds, "", 46, 3)
    full = [row.plain for row in chance_rows(odds, "", 38, 1, counts="if it fits")]
    assert full == ["50 % fate number 0  50 % fate number 1"], "no chance makes room for how many there are"
    assert [row.plain for row in chance_rows(odds, "", 49, 1, counts="if it fits")] == [f"{full[0]}  4 more: o"]


def test_the_band_names_who_decides_once() -> None:
    table = example()
    side = next(iter(table.sides))
    left, _, _ = band_words(
        table, YesNo("again", by=side, title=f"{table.title(side)}: again?"), secret=False, ruling=False
    )
    assert left.casefold().count(table.title(side).casefold()) == 1


def test_the_cursor_of_a_list_to_tick_stands_on_what_may_be_ticked() -> None:
    options = [Option("a", "Fang", "an enemy is near"), Option("b", "Scritch")]
    body = PickBody(Pick("p", by="red", title="Who?", options=options, at_least=0, at_most=2), example())
    assert body.lines.value == "b"


NAMES = st.lists(
    st.sampled_from(
        [
            "Ann",
            "龍",
            "騎士団",
            "한국",
            "⚔️",
            "🐉",
            "👨‍👩‍👧",
            "Sixtyletters" * 5,
            ": ",
            " ",
            "-",
            "é",
            "e\u0301",
            "x\u0323\u0301",
            "שלום",
            "\u202e",
        ]
        + ["\x1b", "[/]", "\n", "\t", "Q.", "1", "74-Z "]
    ),
    max_size=8,
).map("".join)


def letters(*texts: str) -> Counter[str]:
    return Counter("".join("".join(texts).split()).casefold())


@given(
    st.lists(NAMES, min_size=1, max_size=3),
    st.lists(NAMES, min_size=1, max_size=4),
    st.lists(NAMES, min_size=1, max_size=4),
    st.integers(24, 140),
    st.booleans(),
)
def test_no_name_breaks_the_columns_of_chances_and_nothing_of_it_is_lost(
    names: list[str], facts: list[str], labels: list[str], width: int, bars: bool
) -> None:
    """Wide characters, joined ones, sixty letters, line ends: no row is wider than its room."""
    options = [Option(f"o{n}", label) for n, label in enumerate(labels)]
    headings = tuple(
        Heading(f"m{n}", f"u{n % len(names)}", f"{names[n % len(names)]}: {text}") for n, text in enumerate(facts)
    )
    chances = tuple(Chance(one.value, heading.measure, 0.25, heading.of) for one in options for heading in headings)
    odds = Odds("red", "wounds", chances, headings)
    rows = option_rows(example(), options, None, odds, width, bars=bars)
    room = max(20, width - 2)
    assert max(line.cell_length for row in rows for line in row.content.split("\n")) <= room
    listed = [row for row in rows if not row.heading]
    assert [row.value for row in listed] == [option.value for option in options]
    for row, option in zip(listed, options, strict=True):
        assert not letters(clean(option.label)) - letters(row.content.plain)
    columns = ChanceColumns(odds, [option.value for option in options], len(headings), bars=bars)
    titles = columns.titles()
    drawn = [*titles, *(columns.cells(option.value) for option in options)]
    assert {line.cell_length for line in drawn} == {columns.width}
    told = [clean(heading.text).rpartition(": ") for heading in headings]
    wanted = letters(*(text for _, _, text in told), *{subject for subject, _, _ in told})
    assert not wanted - letters(*(title.plain for title in titles))
    assert max(line.cell_length for line in chance_rows(odds, "o0", room, 99)) <= room


def test_a_title_of_wide_characters_is_not_broken_within_a_word() -> None:
    odds = Odds("red", "wounds", (Chance("a", "m", 0.25),), (Heading("m", "", "龍の騎士団連隊 falls"),))
    assert [title.plain.strip() for title in ChanceColumns(odds, ["a"], 1).titles()] == ["龍の騎士団連隊", "falls"]


def test_what_cannot_happen_takes_no_room() -> None:
    """At 60 columns two chances of 0 % stood where the one that decides had to be."""
    never, maybe = Heading("falls", "squad", "Squad: is wiped out"), Heading("breaks", "squad", "Squad: breaks")
    both = (Chance("", "falls", 0.0, "squad"), Chance("", "breaks", 0.2, "squad"))
    told = chance_parts(Odds("red", "wounds", both, (never, maybe)), "")
    assert [part.plain for part in told] == ["Squad: 20 % breaks"]
    sure = chance_parts(Odds("red", "wounds", both[:1], (never,)), "")
    assert [part.plain for part in sure] == ["Squad: 0 % is wiped out"]


def test_a_cost_does_not_stand_under_the_title_of_a_chance() -> None:
    """Where no column is left for it, it goes below its choice; of a choice without chances likewise."""
    headings = Heading("dealt", "", "hits"), Heading("falls", "", "falls")
    chances = tuple(Chance(of, heading.measure, 0.5) for of in ("strike", "feint") for heading in headings)
    cost = Content("costs 2 of the 3 ki that are left")
    names = ["strike", "feint", "wait"]
    heads = [Content(name.title()) for name in names]
    rows = with_chances(names, heads, [Content(""), cost, cost], [False] * 3, Odds("red", "", chances, headings), 40)
    assert [row.content.plain for row in rows] == [
        "          hits   falls",
        "Strike    50 %    50 %",
        f"Feint     50 %    50 %\n   {cost.plain}",
        f"Wait\n   {cost.plain}",
    ]


def test_a_long_action_goes_on_under_its_title() -> None:
    session = Session(example())
    long = replace(session.actions()[0], title="Apply an effect to a unit (out of turn)")
    rows = action_rows([long], 36)
    assert rows[0].laid(36).plain.splitlines() == ["1  Apply an effect to a unit (out of", "   turn)"]
