"""What the front ends share: odd digits are no numbers, splits and dice as typed, and names."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.engine.dice import D6, Dice, Die
from companion.engine.errors import InvalidInput
from companion.engine.requests import Option, Pick, Plan, Roll
from companion.engine.session import Session
from companion.engine.wording import value_words
from companion.frontend.clean import clean, clean_cells
from companion.frontend.entity_form import typed_option, typed_value
from companion.frontend.request_words import ask_of
from companion.frontend.saying.sentences import amount
from companion.frontend.setup import Setup
from companion.frontend.typed import entity_named, is_whole, item_at, whole
from companion.frontend.typed_answers import alphabet, numbers, read_split, split_of, with_kept
from companion.play.adjustments import adjust
from companion.store.folders import roster_file
from companion.store.listing import session_file
from tests.engine.duels import at_first_roll
from tests.examples import present, table_of
from tests.games.duel import DUEL, example

ODD = ("²", "--5", "=--5", "٣", "-", "+", "+-1", "1.5", "1e3", "½", "5-", "0x1", "", "9" * 16)
"""What `isdigit` or `lstrip("-")` take for a number, and `int` does not, or nobody means."""

PLANS = [
    Plan("plain", "no trick", 3, {"attack": (0, 3), "guard": (0, 3)}),
    Plan("feint", "a feint", 2, {"a": (0, 2), "b": (0, 2)}),
]


@pytest.mark.parametrize("word", ODD)
def test_odd_digits_are_refused_in_words_everywhere(word: str) -> None:
    assert not is_whole(word)
    assert item_at(["one"], word) is None
    table, bushido = example(), Session(table_of("bushido"))
    acts: list[Callable[[], object]] = [
        lambda: whole(word, "a number"),
        lambda: numbers(f"1 {word}", PLANS) if word else whole(word),
        lambda: split_of(f"attack {word} guard 1", PLANS),
        lambda: typed_value(table.unit("ann"), "health", word),
        *(partial(adjust, bushido, f"aya {field} {word} x") for field in ("prone", "ki", "stunned")),
    ]
    for act in acts:
        with pytest.raises(InvalidInput):
            act()


@pytest.mark.parametrize(("word", "number"), [("3", 3), ("+3", 3), ("-3", -3), ("−3", -3), (" 12 ", 12)])
def test_numbers_as_people_type_them(word: str, number: int) -> None:
    assert whole(word) == number


def test_a_split_is_typed_by_the_names_of_its_parts_and_its_plan_and_says_what_is_wanted() -> None:
    plan = Plan("hits", "hits", 3, {"vader.1": (0, 3), "vader.2": (0, 3)})
    titles = {"vader.1": "Darth Vader", "vader.2": "Guard 2"}
    assert split_of("Darth Vader 2 guard 2 1", [plan], titles)["parts"] == {"vader.1": 2, "vader.2": 1}
    assert split_of("2 darth 1 guard 2", [plan], titles)["parts"] == {"vader.1": 2, "vader.2": 1}
    hold = Plan("models", "models", 3, {"boyz": (0, 3), "hold": (0, 3)})
    assert split_of("models boyz 2 hold 1", [hold])["parts"] == {"boyz": 2, "hold": 1}
    same = Plan("attack", "attack", 3, {"attack": (0, 3), "guard": (0, 3)})
    assert split_of("attack 2 guard 1", [same])["parts"] == {"attack": 2, "guard": 1}
    for typed in ("", "attack", "attack 2 gaurd 1", "1 1 1 1", "9 1 1", "attack guard"):
        with pytest.raises(InvalidInput):
            split_of(typed, PLANS)
    assert read_split("", PLANS) == (PLANS[0], {})


def test_dice_that_were_kept_need_no_typing_and_too_many_are_of_a_unit_and_not_of_its_id() -> None:
    groups = [Dice("attack", D6, 2), Dice("guard", D6, 1)]
    assert with_kept("5", groups, ((4, 6), ())) == "4 6 / 5"
    assert "-" in alphabet([Dice("hits", Die("die", ("hit", "blank")), 1)])
    request = present(at_first_roll().request)
    request.sticky = ((4, 5), ())
    assert ask_of(request, example()).answer("6") == ((4, 5), (6,))
    table = example()
    roll = Roll("blow", by="red", title="roll", dice=[Dice("ann→bob", D6, 2), Dice("bob→ann", D6, 1)])
    with pytest.raises(InvalidInput, match=r"Ann on Bob \[/: 1 too many: 2 dice are asked for"):
        ask_of(roll, table).answer("1 2 3 / 4")
    assert ask_of(roll, table).answer("1 2 / 4") == ((1, 2), (4,))


def test_options_values_and_amounts_in_words() -> None:
    assert typed_option(DUEL.option("strike_back"), "No") is False
    with pytest.raises(InvalidInput):
        typed_option(DUEL.option("strike_back"), "²")
    table = example()
    assert value_words(("ann", True, None, {"name": "Pike", "reach": 2}), table.title) == "Ann, yes, –, Pike (reach 2)"
    assert amount("Ann's pool", 4, "dice") == "Ann's pool: 4 dice"
    assert amount("Ann's pool", 1, "dice") == "Ann's pool: 1 die"
    assert amount("Ann's hits", 1, "hits") == "Ann's hits: 1"
    assert amount("Red's losses", 1, "of 7") == "Red's losses: 1 of 7"
    assert amount("Reach", 1, "inches") == "Reach: 1 inch"


def test_text_is_made_fit_for_a_terminal() -> None:
    assert clean("a\x1b[31mb\x00c\nd\u202e") == "a[31mbc d"
    assert clean_cells("⚔\ufe0f half \udc80 a\u200db\u202e\x1b[c\nd") == "⚔ half � ab[c d"
    assert clean("a\u200db") == "a\u200db"


@pytest.mark.parametrize("name", ["con", "CON", "x" * 300, "../../etc", "", "…", "ö" * 300, "a/b\\c:d", "nul"])
def test_a_roster_of_any_name_has_a_file_that_can_be_written(name: str, tmp_path: Path) -> None:
    file = roster_file(tmp_path, name)
    assert file.parent == tmp_path / "rosters"
    assert file.stem not in ("con", "nul")
    assert len(file.name.encode()) < 100
    file.parent.mkdir()
    file.write_text("")
    assert roster_file(tmp_path, name) != file


def test_copies_have_letters_and_ids_of_their_own_and_past_the_alphabet_are_named_one_way() -> None:
    setup = Setup(DUEL)
    ann, (player, other) = setup.templates[0], setup.players
    made = [setup.add(player, ann) for _ in range(28)]
    names = [unit.name for unit in player.units]
    assert len({unit.id for unit in made}) == 28
    assert names[:2] == ["Ann A", "Ann B"]
    assert names[25:] == ["Ann Z", "Ann AA", "Ann AB"]
    setup.add(other, setup.templates[1])
    assert [unit.name for unit in setup.table().units.values()] == [*names, "Bob [/"]
    player.units.remove(made[1])
    assert setup.add(other, ann).name == "Ann B"


def test_a_session_is_meant_by_its_file_or_its_name(tmp_path: Path) -> None:
    (tmp_path / "in-the-ring.toml").touch()
    assert session_file("in-the-ring", tmp_path) == tmp_path / "in-the-ring.toml"
    assert session_file("In the ring", tmp_path) == tmp_path / "in-the-ring.toml"
    with pytest.raises(InvalidInput) as refused:
        session_file("In the well", tmp_path)
    assert refused.value.hint == "companion list shows the sessions"


@pytest.mark.parametrize(
    ("typed", "of"),
    [("Hans", "ann"), ("hans", "bob"), ("HANS", ""), ("table", "red"), ("the table", "table"), ("2", "blue")],
)
def test_capitals_tell_two_of_one_name_and_the_table_from_a_player_who_is_called_so(typed: str, of: str) -> None:
    table = example()
    for named, name in {"ann": "Hans", "bob": "hans"}.items():
        table.units[named].name = name
    for side, name in {"red": "Table", "blue": "2"}.items():
        table.sides[side].name = name
    if of:
        assert entity_named(table, typed) == of
    else:
        with pytest.raises(InvalidInput, match=r"'HANS' may mean Hans \(ann\) or hans \(bob\)"):
            entity_named(table, typed)


@pytest.mark.parametrize(
    ("typed", "picked"), [("hans", ["bob"]), ("Hans", ["ann"]), ("all", ["cid"]), ("none", []), ("-", [])]
)
def test_options_that_are_called_alike_or_as_a_word_are_meant_by_what_is_typed(typed: str, picked: list[str]) -> None:
    options = [Option("ann", "Hans"), Option("bob", "hans"), Option("cid", "All")]
    assert ask_of(Pick("who", by="red", title="Who?", options=options), example()).answer(typed) == picked
