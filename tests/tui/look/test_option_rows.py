"""Options as rows: chances in columns, costs and reasons in one column, nothing said twice."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Choose, Cost, Option, Pick
from companion.engine.session import Session
from companion.engine.state.phrases import phrase, step_said
from companion.frontend.saying.limits import shared_costs
from companion.frontend.saying.odds import NOTHING, Beside
from companion.tui.board.next_panel import action_rows
from companion.tui.text import clean
from companion.tui.widgets.chances import chance_line, chance_parts
from companion.tui.widgets.choosing import ChooseBody, PickBody
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.option_rows import option_rows
from tests.games.duel import example
from tests.tui.mouse import alone

COST = (Cost("boba", "actions", "actions left", 2, 1),)
OPTIONS = (
    Option("move", "Move", "engaged: a withdrawal is the only move", cost=COST),
    Option("attack", "Attack in the melee", cost=COST),
    Option("dodge", "Dodge: 1 dodge token", cost=COST),
    Option("recover", "Recover: suppression off, cards ready", cost=COST),
)
FIGURES = Beside(("on Boba", "on you"), {"attack": ("1.5", "0.4"), "dodge": ("", "0.2"), "recover": ("", "0.9")})


def drawn(width: int, figures: Beside = FIGURES) -> list[str]:
    rows = option_rows(example(), OPTIONS, None, figures, width)
    return [line for row in rows for line in row.content.plain.split("\n")]


@pytest.mark.parametrize("width", [74, 78, 98])
@pytest.mark.parametrize("figures", [FIGURES, NOTHING], ids=["odds", "no odds"])
def test_costs_begin_in_one_column_and_what_a_closed_choice_would_cost_is_not_said(width: int, figures: Beside) -> None:
    rows = drawn(width, figures)
    places = {row.index("1 of 2 actions left") for row in rows if "1 of 2 actions left" in row}
    assert len(places) == 1, rows
    assert all(row.count("actions left") <= 1 for row in rows), "each is said once"
    assert len(rows) <= 8, rows
    assert "actions left" not in next(row for row in rows if "Move" in row)


def test_what_all_choices_cost_is_said_once_in_the_band() -> None:
    table = example()
    dear = Option("leave", "Withdraw", cost=(Cost("boba", "actions", "actions left", 2, 2),))
    options = [*OPTIONS[1:], dear, Option("end", "End", idle=True), Option("look", "Look")]
    request = Choose("action", by=next(iter(table.sides)), title="Which action?", options=options)
    _, how, _ = band_words(table, request, secret=False, ruling=False)
    assert how == "each costs 1 of 2 actions left"
    rows = [row.content.plain for row in option_rows(table, options, None, shared=shared_costs(request.options))]
    assert [row for row in rows if "actions left" in row] == ["4  Withdraw" + rows[3][len("4  Withdraw") :]]
    assert rows[3].endswith("2 of 2 actions left")
    assert rows[5].endswith("costs nothing")
    assert rows[4].endswith("End")


def test_a_title_begins_small_behind_a_name_whatever_units_are_called() -> None:
    table = example()
    next(iter(table.units.values())).name = "Which Way"
    request = Choose("action", by=next(iter(table.sides)), title="which action?", options=OPTIONS)
    left, _, _ = band_words(table, request, secret=False, ruling=False)
    assert left.endswith(": which action?")
    assert request.title == "Which action?"


def test_the_step_stands_beside_a_title_that_does_not_say_it_whatever_units_are_called() -> None:
    table, side = example(), next(iter(example().sides))
    for title, beside in (("Roll: which action?", "Roll"), (phrase("whom does Ann ", step_said("roll"), " for?"), "")):
        request = Choose("action", by=side, title=title, options=[Option("on", "Go on")])
        request.step_title = "Roll"
        _, how, _ = band_words(table, request, secret=False, ruling=False)
        assert how == beside


def test_closed_choices_leave_no_gap_in_the_numbers() -> None:
    rows = option_rows(example(), OPTIONS, None, folds=True, width=90)
    assert [row.content.plain.split()[0] for row in rows] == ["1", "2", "3", "1"]
    assert rows[-1].content.plain.strip() == "1 closed  Move: engaged: a withdrawal is the only move   c shows why"
    many = [*OPTIONS, *(replace(OPTIONS[0], value=name, label=name) for name in ("Shoot", "Recover", "A card"))]
    row = option_rows(example(), many, None, folds=True, width=90)[-1]
    assert row.content.plain.strip() == "4 closed  Move, Shoot, Recover, A card   c shows why"
    short = option_rows(example(), many, None, folds=True, width=46)[-1]
    assert short.content.plain.strip() == "4 closed  Move and 3 more   c shows why"


def test_the_chances_of_a_roll_are_one_line_with_wounds_first() -> None:
    odds = Odds(
        "red",
        "wounds",
        (
            Chance(None, "hits", 0.5, "rat", 3),
            Chance(None, "falls", 0.25, "bikes"),
            Chance(None, "dealt", 0.5, "bikes", 3),
        ),
        (
            Heading("hits", "rat", "hits"),
            Heading("falls", "bikes", "out", "74-Z Speeder Bikes"),
            Heading("dealt", "bikes", "wounds", "74-Z Speeder Bikes"),
        ),
    )
    assert chance_line(odds, 60).plain == "74-Z Speeder Bikes: 1.5 wounds, 25 % out    1.5 hits"
    assert chance_line(odds, 46).plain == "74-Z Speeder Bikes: 1.5 wounds, 25 % out"
    assert chance_line(odds, 36).plain == "74-Z Speeder Bikes: 1.5 wounds"
    assert not chance_line(odds, 20)


def test_the_cursor_of_a_list_to_tick_stands_on_what_may_be_ticked() -> None:
    options = [Option("a", "Fang", "an enemy is near"), Option("b", "Scritch")]
    body = PickBody(Pick("p", by="red", title="Who?", options=options, at_least=0, at_most=2), example())
    assert body.lines.value == "b"
    asked = Choose("c", by="red", title="Who?", options=[Option("a", "Fang"), Option("b", "Scritch")])
    assert [ChooseBody(asked, example(), earlier).lines.value for earlier in (None, "b")] == ["a", "b"]


async def test_a_tick_is_taken_away_again_and_all_that_must_be_ticked_is() -> None:
    options = [Option("a", "Fang"), Option("b", "Scritch")]
    body = PickBody(Pick("p", by="red", title="Who?", options=options, at_least=1, at_most=2), example())
    async with alone(body):
        for picked in (["a"], []):
            body.take("a")
            assert body.answer() == picked
            assert body.ready().can is bool(picked)


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


@given(st.lists(NAMES, min_size=1, max_size=2), st.lists(NAMES, min_size=1, max_size=4), st.integers(24, 140))
def test_no_name_is_lost_and_no_row_is_wider_than_its_room(titles: list[str], labels: list[str], width: int) -> None:
    """Wide characters, joined ones, sixty letters, line ends."""
    options = [Option(f"o{n}", label) for n, label in enumerate(labels)]
    figures = Beside(
        tuple(" ".join(clean(title).split())[:12] for title in titles),
        {one.value: ("12.5",) * len(titles) for one in options},
    )
    rows = option_rows(example(), options, None, figures, width)
    assert max(line.cell_length for row in rows for line in row.content.split("\n")) <= max(20, width - 2)
    listed = [row for row in rows if not row.heading]
    assert [row.value for row in listed] == [option.value for option in options]
    for row, option in zip(listed, options, strict=True):
        assert not letters(clean(option.label)) - letters(row.content.plain)


def test_what_cannot_happen_takes_no_room() -> None:
    """At 60 columns two chances of 0 % stood where the one that decides had to be."""
    never, maybe = Heading("falls", "squad", "is wiped out", "Squad"), Heading("breaks", "squad", "breaks", "Squad")
    both = (Chance(None, "falls", 0.0, "squad"), Chance(None, "breaks", 0.2, "squad"))
    told = chance_parts(Odds("red", "wounds", both, (never, maybe)), None)
    assert [part.plain for part in told] == ["Squad: 20 % breaks"]
    assert not chance_parts(Odds("red", "wounds", both[:1], (never,)), None)


def test_a_long_action_goes_on_under_its_title() -> None:
    session = Session(example())
    long = replace(session.actions()[0], title="Apply an effect to a unit (out of turn)")
    rows = action_rows([long], 36)
    assert rows[0].laid(36).plain.splitlines() == ["1  Apply an effect to a unit (out of", "   turn)"]


def test_what_an_option_does_is_a_column_of_its_own_below_its_name_where_room_is_short_and_gone_where_rows_are() -> (
    None
):
    options = [Option("aim", "Aim", does="1 aim token, to reroll attack dice"), Option("end", "End", idle=True)]
    figures = Beside(("on Boba", "on you"), {"aim": ("1.6", "1.5"), "end": ("", "0.9")})
    wide = [row.content.plain for row in option_rows(example(), options, None, figures, 100)]
    assert wide[1].startswith("1  Aim  1 aim token, to reroll attack dice")
    low = [row.content.plain for row in option_rows(example(), options, None, figures, 50)]
    assert low[1].split("\n")[1] == "   1 aim token, to reroll attack dice"
    few = option_rows(example(), options, None, figures, 50, most=3)
    assert not any("token" in row.content.plain for row in few)
    assert options[0].schema()["does"] == "1 aim token, to reroll attack dice"


def test_units_have_their_letter_and_the_sign_of_their_side_only_where_sides_are_mixed() -> None:
    table = example()
    letters = {"ann": "A", "bob": "D"}
    one, both = [Option("ann", "Ann")], [Option("ann", "Ann"), Option("bob", "Bob [/")]
    assert [row.content.plain for row in option_rows(table, one, letters=letters)] == ["1  A Ann"]
    assert [row.content.plain for row in option_rows(table, both, letters=letters)] == ["1  ◆ A Ann", "2  ■ D Bob [/"]
