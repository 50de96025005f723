"""Grammar of what players read."""

import pytest

from companion.engine.wording import count, is_plural, listed, possessive, verb


def test_numbers_have_their_nouns() -> None:
    assert [count(n, "die") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert count(2, "wound") == "2 wounds"
    assert count(2, "man", "men") == "2 men"


@pytest.mark.parametrize("name", ["Wookiees", "Rebel Troopers", "Dewback Riders B"])
def test_names_of_many(name: str) -> None:
    assert is_plural(name)
    assert verb(name, "goes", "go") == "go"


@pytest.mark.parametrize("name", ["Hiro", "Boss", "Magnus", "Darth Vader", "First Squad A"])
def test_names_of_one(name: str) -> None:
    assert not is_plural(name)


def test_possessives_and_lists() -> None:
    assert (possessive("Hiro"), possessive("Troopers")) == ("Hiro's", "Troopers'")
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["hit", "crit"], "or") == "hit or crit"
