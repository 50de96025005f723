"""Units as lines of text: every unit of every game comes back as it was, and what is wrong is said at once."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.setup import copied
from companion.engine.state.table import Unit
from companion.frontend.entry_texts import explained_by
from companion.frontend.roster_lines import RosterLines, roster_text, split_line

GAMES = registry.names()


def lines(game: str, *, bare: bool = False) -> RosterLines:
    """What reads lines of a game; `bare`: nothing is known but its tables."""
    ruleset = registry.find(game)
    return RosterLines(ruleset, [] if bare else ruleset.unit_templates(), explained_by(ruleset))


def as_given(unit: Unit, like: Unit) -> dict[str, object]:
    return copied(unit, like.id, like.name, like.side).dump()


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_unit_of_a_game_comes_back_from_its_line(game: str, bare: bool) -> None:
    reader = lines(game, bare=bare)
    for unit in registry.find(game).unit_templates():
        again = reader.read(reader.line(unit))
        assert again.dump() == as_given(unit, again), reader.line(unit)


@pytest.mark.parametrize("game", GAMES)
def test_a_roster_is_a_line_a_unit_and_comes_back(game: str) -> None:
    reader, units = lines(game), registry.find(game).unit_templates()
    text = roster_text(reader, units)
    assert len(text.splitlines()) == len(units)
    again = reader.units(f"# our roster\n\n{text}\n")
    assert [unit.name for unit in again] == [unit.name for unit in units]
    assert roster_text(reader, again) == text


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_of_ones_own_is_told_by_what_differs(game: str) -> None:
    reader = lines(game)
    base = registry.find(game).unit_templates()[0]
    stat = next(
        spec
        for spec in base.specs().values()
        if spec.kind == "int" and spec.place == "stats" and spec.derive is None and getattr(base, spec.name) is not None
    )
    value = getattr(base, stat.name) + 1
    line = f"Zed = {base.name}, {stat.name.replace('_', ' ')} {value}"
    made = reader.read(line)
    assert (made.name, getattr(made, stat.name)) == ("Zed", value)
    assert reader.read(reader.line(made)).dump() == made.dump()


def test_weapons_traits_and_words_are_typed_in_one_go_and_kept_as_the_game_keeps_them() -> None:
    made: Any = lines("bushido").read("Grim, axe +2: Reach; Sweep Attack, Tough ×2, move 5, large")
    (axe,) = made.weapons
    assert (axe.name, axe.strength) == ("axe", 2)
    assert ([trait.name for trait in axe.traits], [one.name for one in axe.specials]) == (["Reach"], ["Sweep Attack"])
    assert [(trait.name, trait.x) for trait in made.traits] == [("Tough", 2)]
    assert (made.name, made.move, made.size) == ("Grim", 5, "large")
    made = lines("speedies").read("Grim, great sword, Cleave")
    (sword,) = made.weapons
    assert (sword.name, sword.melee, sword.injury, sword.pierce) == ("Great Sword", 5, 3, 3), "with all it has"
    assert made.skills == ("Cleave",)
    made = lines("gods-gloom").read("Wall = Grey Wall, Morale Immune, Demoralizing 2, -Attack Stance")
    assert set(made.traits) == {"circular_defence", "morale_immune", "demoralizing:2"}


def test_the_line_of_the_tutorial_is_one_that_its_game_takes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
    line = page.partition("one line a unit: `")[2].partition("`")[0]
    reader = lines("speedies")
    assert "Speedies" in page.partition("## 5.")[2]
    assert reader.doubt(line) == ""
    assert reader.read(line).name == "Grim"


def test_a_shield_is_armour_and_no_second_weapon_and_a_number_may_stand_first() -> None:
    """A unit with sword and shield struck twice and had no armour; 3 wounds were a weapon."""
    reader = lines("speedies")
    made = reader.read("Grim, sword, Shield, light armour, 2 wnd, 13 melee")
    assert [weapon.name for weapon in made.get("weapons")] == ["Sword"]
    assert [made.get(name) for name in ("defence_bonus", "max_wounds", "melee")] == [4 + 1, 2, 13]
    assert reader.told("Grim, shield") == "shield: 4 more armour"
    assert reader.doubt("Grim, shield") == ""
    assert reader.read(reader.line(made)).dump() == made.dump()
    assert lines("bushido").read("Zed, 6 wounds").get("wounds_max") == 6
    offence = lines("gods-gloom").read("Mob, offence 3/1").get("offence")
    assert (offence.red, offence.blue) == (3, 1), "as cards print it"


def test_models_are_counted_where_a_game_counts_them() -> None:
    wook = lines("legion").read("wook = Wookiees 3x2")
    assert (wook.name, [mini.threshold for mini in wook.miniatures]) == ("wook", [2, 2, 2])  # type: ignore[attr-defined]
    assert lines("better-wargame").read("First Squad 6x").models == 6  # type: ignore[attr-defined]
    with pytest.raises(InvalidInput, match="models are not counted so"):
        lines("bushido").read("Hiro 3x2")


def test_a_name_of_no_unit_is_said_to_be_a_blank_one() -> None:
    """In God's Gloom it has no dice at all: it was made without a word."""
    reader = lines("gods-gloom")
    assert reader.told("Ogr") == "known: Ogre"
    assert reader.told("Archers 3x").startswith("Archers: a blank unit")
    assert reader.told("Archers = ") == "known: " + ", ".join(unit.name for unit in reader.templates)


def test_a_clear_beginning_is_the_games_own_unit_and_an_equals_sign_is_not() -> None:
    reader = lines("speedies")
    assert reader.read("otto").name == "Captain Otto"
    own = reader.read("Otto =")
    assert (own.name, own.dump().get("skills")) == ("Otto", None)


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("speedies", "Grim, Cl", "no table has Cl; Cleave?"),
        ("gods-gloom", "Grim, move 5", "nothing here is called move: a trait that you apply yourselves"),
        ("bushido", "Zed, melee 4", "melee: a weapon of your own; or melee pool or melee boost?"),
        ("legion", "Boys, surge hit", "surge hit: a weapon of your own; or surge or attack surge or defence surge?"),
        ("bushido", "Zed, no weapons", ""),
        ("speedies", "Grim, axe +2", ""),
        ("speedies", "Grim, Mov 7", ""),
        ("legion", "Reb", ""),
    ],
)
def test_an_unknown_word_is_doubted_at_once(game: str, text: str, said: str) -> None:
    assert lines(game).doubt(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Grim, Cleave x4", "Cleave takes no number"),
        ("Grim, Mov 1, weapons=5", "weapons of grim cannot be 5"),
        ("Grim, wounds 3", "^Wounds cannot be 3"),
        ("Grim, no_such=1", "there is no field 'no_such'"),
        ("Grim, weapons={", "weapons= is followed by JSON"),
        ("Grim, -Cleave", "there is no 'Cleave' to take off"),
        (", Cleave", "a unit begins with its name"),
        ("Grim = Oddo", "no unit of this game is called 'Oddo'"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        lines("speedies").read(text)


def test_of_several_lines_the_wrong_one_is_named_and_none_is_taken() -> None:
    with pytest.raises(InvalidInput, match="line 3: Cleave takes no number"):
        lines("speedies").units("otto\n\nGrim, Cleave 3")
    with pytest.raises(InvalidInput, match="no unit is in these lines"):
        lines("speedies").units("# nobody")


def test_commas_in_quotes_and_brackets_part_nothing_and_a_line_goes_on_as_the_one_name_that_begins_so() -> None:
    assert split_line('Grim, axe [a, b], x={"a": 1, "b": 2}, "c, d"') == [
        "Grim",
        "axe [a, b]",
        'x={"a": 1, "b": 2}',
        '"c, d"',
    ]
    reader = lines("speedies")
    assert (reader.whole("Grim, Cl"), reader.whole("hex"), reader.whole("Grim, C")) == (
        "Grim, Cleave",
        "Hexer Willa",
        "Grim, C",
    )
    assert reader.told("Grim, C").startswith("known: Coup de Grace, Cleave")
    assert "second attack" in reader.told("Grim, Cleave").casefold() or reader.told("Grim, Cleave").startswith("Cleave")
    assert reader.told("Grim, halberd") == "halberd: a weapon of your own"
