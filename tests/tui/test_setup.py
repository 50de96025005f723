"""Setting up a game: copies with names and minis of their own, options that say what they allow, tables that stand."""

import pytest

from companion.engine import registry
from companion.engine.ruleset import Ruleset
from companion.frontend.entity_form import EntityFields
from companion.frontend.form import Flag, Number, option_field
from companion.frontend.setup import Setup
from tests.examples import table_of
from tests.games.duel import DUEL


def everything(ruleset: Ruleset) -> Setup:
    """All units that the game brings, dealt out to the sides in turn."""
    setup = Setup(ruleset)
    for place, template in enumerate(setup.templates):
        setup.add(setup.players[place % len(setup.players)], template)
    return setup


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_the_templates_of_every_game_make_a_table_that_stands(game: str) -> None:
    setup = everything(registry.find(game))
    assert setup.faults() == []
    table = setup.table()
    assert len(table.units) == len(setup.templates)
    assert table.contacts == {}


def test_copies_have_letters_and_ids_of_their_own() -> None:
    setup = Setup(DUEL)
    ann = setup.templates[0]
    made = [setup.add(setup.players[0], ann) for _ in range(3)]
    assert [u.name for u in made] == ["Ann A", "Ann B", "Ann C"]
    assert len({u.id for u in made}) == 3
    setup.players[0].units.remove(made[1])
    assert setup.add(setup.players[1], ann).name == "Ann B"


def test_an_option_says_what_it_allows() -> None:
    bushido = registry.find("bushido")
    setup = Setup(bushido)
    turns = bushido.option("turns")
    field = option_field(turns, setup.options["turns"])
    assert "1 to 20" in field.fault("0")
    assert "whole number" in field.fault("six")
    assert field.fault("4") == ""
    assert field.read("4") == 4


def test_a_player_without_units_is_told() -> None:
    assert Setup(DUEL).faults() == ["Rhea has no units", "Boris has no units"]


def test_every_condition_has_its_row_on_the_card() -> None:
    """Prone and Stunned are kept in a map that the card itself hides; players set them by hand all the same."""
    aya = table_of("bushido").unit("aya")
    rows = {getattr(field.key, "path", ""): field for field in EntityFields().place(aya, "conditions")}
    assert {c.field for c in aya.conditions} <= set(rows)
    assert isinstance(rows["states.prone"], (Flag, Number))
