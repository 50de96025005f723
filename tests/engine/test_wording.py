"""Grammar of what players read."""

import pytest

from companion.engine.registry import find
from companion.engine.state.table import Side
from companion.engine.wording import count, does, is_plural, listed, possessive, question, verb
from companion.rules.better_wargame.units import WargameUnit
from companion.rules.bushido.units import BushidoUnit
from companion.rules.legion.records import Mini
from companion.rules.legion.units import LegionUnit


def test_numbers_have_their_nouns_names_their_possessives_and_questions_begin_with_their_verb() -> None:
    assert [count(n, "die") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert [count(2, "wound"), count(2, "man", "men")] == ["2 wounds", "2 men"]
    assert (possessive("Hiro"), possessive("Troopers")) == ("Hiro's", "Troopers'")
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["hit", "crit"], "or") == "hit or crit"
    assert (question("Hiro", "does"), question("Lancers", "Is")) == ("does Hiro", "Are Lancers")


MANY = ("Wookiees", "Rebel Troopers", "Dewback Riders B")
ONE = ("Hiro", "Boss", "Magnus", "Darth Vader", "First Squad A", "Captain Hans", "James")


@pytest.mark.parametrize("name", [*MANY, *ONE])
def test_names_of_many_and_of_one(name: str) -> None:
    assert is_plural(name) is (name in MANY)
    assert verb(name, "goes") == ("go" if name in MANY else "goes")


@pytest.mark.parametrize(
    ("of_one", "of_many"),
    [
        ("is lost for good", "are lost for good"),
        ("misses", "miss"),
        ("loses its nerve", "lose their nerve"),
        ("carries on", "carry on"),
        ("fails and rolls again", "fail and roll again"),
        ("does not dare", "do not dare"),
        ("Is", "Are"),
        ("dies", "die"),
        ("touches", "touch"),
        ("closes up", "close up"),
    ],
)
def test_what_several_do(of_one: str, of_many: str) -> None:
    assert does("Hiro", of_one) == f"Hiro {of_one}"
    assert does("Wookiees", of_one) == f"Wookiees {of_many}"
    assert does(["Hiro", "Oda"], of_one) == f"Hiro and Oda {of_many}"


def test_a_game_declares_the_number_of_a_name_that_reads_otherwise() -> None:
    """One giant is called Old Bones: its letters alone would make it many."""
    assert find("speedies").numbers["Old Bones"] is False
    assert does("Old Bones", "falls") == "Old Bones falls"
    assert does("Old Bones B", "falls") == "Old Bones B falls"
    assert does("Loose Bones", "falls") == "Loose Bones fall"


def test_a_player_and_a_single_model_are_one_whatever_the_letters_of_their_names() -> None:
    for made in (
        lambda: Side(id="red", name="Quills"),
        lambda: BushidoUnit(id="a", side="red", name="Quills"),
        lambda: LegionUnit(id="a", side="red", name="Quills", minis=(Mini(id="a.1"),)),
        lambda: WargameUnit(id="a", side="red", name="Quills", models=1),
    ):
        for name in ("Quills", "Wolves"):
            WargameUnit(id="a", side="red", name=name, models=5)
            assert does(name, "splits") == f"{name} split"
        one = made()
        assert does("Quills", "splits") == "Quills splits"
        one.put("name", "Wolves")
        assert does("Wolves", "splits") == "Wolves splits"
