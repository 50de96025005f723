"""Setting up a game: copies with names and minis of their own, options that say what they allow, tables that stand."""

from __future__ import annotations

import pytest

from companion.engine import registry
from companion.engine.ruleset import Ruleset
from companion.tui.fields import fields
from companion.tui.muster import Muster, copy_unit
from tests.games.duel import DUEL


def everything(ruleset: Ruleset) -> Muster:
    """All units that the game brings, dealt out to the sides in turn."""
    muster = Muster(ruleset)
    for place, template in enumerate(muster.templates):
        muster.add(muster.players[place % len(muster.players)], template)
    return muster


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_the_templates_of_every_game_make_a_table_that_stands(game: str) -> None:
    muster = everything(registry.find(game))
    assert muster.faults() == []
    table = muster.table()
    assert len(table.units) == len(muster.templates)
    assert table.contacts == {}


def test_copies_have_letters_and_ids_of_their_own() -> None:
    muster = Muster(DUEL)
    ann = muster.templates[0]
    made = [muster.add(muster.players[0], ann) for _ in range(3)]
    assert [u.name for u in made] == ["Ann A", "Ann B", "Ann C"]
    assert len({u.id for u in made}) == 3
    muster.players[0].units.remove(made[1])
    assert muster.add(muster.players[1], ann).name == "Ann B"


def test_minis_of_a_copy_are_its_own() -> None:
    legion = registry.find("legion")
    assert legion.example is not None
    unit = next(u for u in legion.example().units.values() if len(u.parts) > 1)
    twin = copy_unit(unit, "twin", "red")
    assert {p.id for p in twin.parts}.isdisjoint(p.id for p in unit.parts)
    assert len(twin.parts) == len(unit.parts)
    assert twin.dump() != unit.dump()


def test_an_option_says_what_it_allows() -> None:
    bushido = registry.find("bushido")
    muster = Muster(bushido)
    turns = bushido.option("turns")
    assert "1 to 20" in muster.set_option(turns, "0")
    assert "whole number" in muster.set_option(turns, "six")
    assert muster.set_option(turns, "4") == ""
    assert muster.options["turns"] == 4


def test_a_player_without_units_is_told() -> None:
    assert Muster(DUEL).faults() == ["Rhea has no units", "Boris has no units"]


def test_every_condition_has_its_row_on_the_card() -> None:
    """Prone and Stunned are kept in a map that the card itself hides; players set them by hand all the same."""
    example = registry.find("bushido").example
    assert example is not None
    aya = example().unit("aya")
    rows = {field.path: field.kind for field in fields(aya, "conditions")}
    assert {c.field for c in aya.conditions} <= set(rows)
    assert rows["states.prone"] in ("flag", "count")
