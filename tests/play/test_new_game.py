"""`companion new`: what is not said is asked, and what cannot be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.frontend.values import option_word, typed_option
from companion.play.new_game import Asker, Said, new_session, picked
from companion.store import Roster, open_session, write_roster
from tests.games.duel import Fighter


def ask(answers: list[str]) -> tuple[Asker, list[str]]:
    told: list[str] = []
    left = iter(answers)

    def answer(question: str) -> str:
        told.append(question)
        return next(left)

    return Asker(answer, told.append), told


def test_what_is_not_said_is_asked_again_until_it_is_right(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    example = registry.find("bushido").example
    assert example is not None
    write_roster(Roster("bushido", "Crows", list(example().units.values())[:2]), folder / "crows.toml")
    asker, told = ask(
        ["9", "1", "Night raid", "Kei", "", "7", "1", "dave", "aya*2", "example", "chiyo, oda", "lots", "5"]
    )
    file = new_session(Said(), folder, asker)
    opened = open_session(file)
    table = opened.session.table
    opened.close()
    assert table.name == "Night raid"
    assert [s.name for s in table.sides.values()] == ["Kei", "Sora"]
    assert [u.name for u in table.units.values()] == ["Masaema Aya A", "Masaema Aya B", "Chiyo", "Oda"]
    assert table.options["turns"] == 5
    assert sum(line.startswith("Not taken") for line in told) == 4
    assert any("Crows, 2 units" in line for line in told)


def test_a_roster_of_another_game_or_with_nothing_in_it_is_refused(tmp_path: Path) -> None:
    asker, _ = ask([])
    write_roster(Roster("speedies", "Dwarfs", []), tmp_path / "dwarfs.toml")
    write_roster(Roster("bushido", "Nobody", []), tmp_path / "nobody.toml")
    for name, reason in (("dwarfs", "a roster of speedies"), ("nobody", "holds no units")):
        said = Said("bushido", "x", ["a", "b"], [str(tmp_path / f"{name}.toml")])
        with pytest.raises(InvalidInput, match=reason):
            new_session(said, tmp_path, asker)


def test_every_unit_that_a_game_brings_may_be_copied(tmp_path: Path) -> None:
    said = Said("legion", "Ambush", ["a", "b"], [], ["leia, snow*2", "airspeeder"])
    opened = open_session(new_session(said, tmp_path, Asker(None, print)))
    units = opened.session.table.units.values()
    opened.close()
    assert [(u.side, u.name) for u in units] == [
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
        assert typed_option(option, option_word(option.default)) == option.default
