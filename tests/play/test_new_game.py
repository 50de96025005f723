"""`companion new`: what is not said is asked, and what cannot be is refused."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.frontend.entity_form import typed_option
from companion.frontend.form import option_field
from companion.play.new_game import Asker, Flags, new_session, picked
from companion.store.opening import open_session
from companion.store.rosters import Roster, write_roster
from tests.examples import present
from tests.games.duel import Fighter


def ask(answers: list[str]) -> tuple[Asker, list[str]]:
    told: list[str] = []
    left = iter(answers)

    def answer(question: str) -> str:
        told.append(question)
        return next(left)

    return Asker(answer, told.append), told


def begun(flags: Flags, folder: Path, asker: Asker | None = None) -> Any:
    """The table of a new session."""
    opened = open_session(new_session(flags, folder, asker or Asker(None, print)))
    opened.close()
    return opened.session.table


def test_what_is_not_said_is_asked_again_until_it_is_right(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    example = present(registry.find("bushido").example)
    write_roster(Roster("bushido", "Crows", list(example().units.values())[:2]), folder / "crows.toml")
    asker, told = ask(
        ["9", "1", "Night raid", "Kei", "", "7", "1", "dave", "aya*2", "example", "chiyo, oda", "lots", "5"]
    )
    table = begun(Flags(), folder, asker)
    assert table.name == "Night raid"
    assert [s.name for s in table.sides.values()] == ["Kei", "Sora"]
    assert [u.name for u in table.units.values()] == ["Masaema Aya A", "Masaema Aya B", "Chiyo", "Oda"]
    assert table.options["turns"] == 5
    assert sum(line.startswith("Not taken") for line in told) == 4
    assert any("Crows, 2 units" in line for line in told)


def test_a_roster_may_be_a_text_with_a_line_a_unit(tmp_path: Path) -> None:
    lines = tmp_path / "reds.txt"
    lines.write_text("# The Reds\notto\nGrim, axe +2, Cleave\n", encoding="utf-8")
    flags = Flags("speedies", "x", ["a", "b"], [str(lines), "example"])
    units = [unit.name for unit in begun(flags, tmp_path).units.values()]
    assert units[:2] == ["Captain Otto", "Grim"]


def test_units_of_ones_own_are_typed_a_line_each(tmp_path: Path) -> None:
    """Whoever plays by ear had no way to type them but into a file."""
    asker, told = ask(["lines", "", "Grim, sword, shield", "Grim, no_such=1", "Otto =", *[""] * 9])
    flags = Flags("speedies", "x", ["Ann", "Bob"])
    units = begun(flags, tmp_path, asker).units.values()
    assert [(unit.name, unit.defence_bonus) for unit in units if unit.side == "red"] == [("Grim", 4), ("Otto", 0)]
    assert any("Ann has no units" in line for line in told)
    assert "  Grim, armour 4, Sword: Pierce +3" in told


def test_every_unit_that_a_game_brings_may_be_copied(tmp_path: Path) -> None:
    flags = Flags("legion", "Ambush", ["a", "b"], [], ["leia, snow*2", "airspeeder"])
    assert [(u.side, u.name) for u in begun(flags, tmp_path).units.values()] == [
        ("blue", "Leia Organa"),
        ("blue", "Snowtroopers A"),
        ("blue", "Snowtroopers B"),
        ("red", "T-47 Airspeeder"),
    ]


def test_units_and_options_as_typed() -> None:
    pool = [Fighter(id="ann", name="Ann"), Fighter(id="bob", name="Bob [/")]
    assert [u.id for u in picked(pool, "bob [/ * 2, ANN")] == ["bob", "bob", "ann"]
    for wrong in ("", "dave", "ann*0", "ann*51", "ann*x", "ann,"):
        with pytest.raises(InvalidInput, match=r"."):
            picked(pool, wrong)
    ruleset = registry.find("speedies")
    for option in ruleset.options:
        assert typed_option(option, option_field(option, option.default).typed()) == option.default


def test_three_warbands_and_who_begins(tmp_path: Path) -> None:
    flags = Flags("speedies", "Cellar", ["Ada", "Bo", "Cy"], [], ["otto", "fang", "giant*2"], {}, "cy")
    table = begun(flags, tmp_path)
    assert [(s.id, s.name, s.colour) for s in table.sides.values()] == [
        ("red", "Ada", "red"),
        ("blue", "Bo", "blue"),
        ("green", "Cy", "green"),
    ]
    assert [(u.side, u.name) for u in table.units.values()][2:] == [("green", f"Bone Giant {n}") for n in "AB"]
    assert table.active == "green"
    assert registry.find("speedies").suggested(table).by == "green"  # type: ignore[union-attr]


def test_who_begins_is_asked_where_the_game_leaves_it_to_the_players(tmp_path: Path) -> None:
    asker, told = ask(
        ["Skirmish", "5", "3", "Ada", "Bo", "", "", "otto", "", "fang", "", "ghoul", "9", "green", "rating"]
    )
    table = begun(Flags("speedies"), tmp_path, asker)
    assert (len(table.sides), table.active) == (3, "green")
    assert sum(line.startswith("Not taken") for line in told) == 2
    for first, side in (("ada", "guard"), ("bo", "orks"), ("guard", "guard")):
        table = begun(Flags("better-wargame", "Field", ["Ada", "Bo"], first=first), tmp_path)
        assert (table.active, table.first_player) == (side, side)


@pytest.mark.parametrize(
    ("game", "players", "more", "reason"),
    [
        ("bushido", [], {"first": "Ito"}, "finds out in play who begins"),
        ("bushido", ["a", "b", "c"], {}, "at most 2 players"),
        ("speedies", ["a", "b", "c"], {}, "c has no units"),
        ("speedies", [], {"first": "nobody"}, "is not offered here"),
        ("bushido", ["a", "b"], {"rosters": ["dwarfs.toml"]}, "a roster of speedies"),
        ("bushido", ["a", "b"], {"rosters": ["nobody.toml"]}, "holds no units"),
    ],
)
def test_what_cannot_be_is_refused(
    game: str, players: list[str], more: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_roster(Roster("speedies", "Dwarfs", []), Path("dwarfs.toml"))
    write_roster(Roster("bushido", "Nobody", []), Path("nobody.toml"))
    with pytest.raises(InvalidInput, match=reason):
        begun(Flags(game, "x", players, **more), tmp_path)


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_a_new_game_begins_fresh(game: str, tmp_path: Path) -> None:
    """The example of a game stands in the middle of a battle; a new game has its units as they come to one."""
    ruleset = registry.find(game)
    table = begun(Flags(game, "Fresh"), tmp_path)
    unhurt = {unit.id: unit for unit in ruleset.unit_templates()}
    for unit in table.units.values():
        dumped, wanted = unit.dump(), unhurt[unit.id].dump()
        assert {k: v for k, v in dumped.items() if k != "side"} == {k: v for k, v in wanted.items() if k != "side"}
    assert all(side.dump().keys() <= {"id", "name", "colour"} for side in table.sides.values())
    assert table.contacts == {}
