"""The match card: one picture of a battle in the colours of its sides, with what is known and nothing else."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.engine import registry
from companion.frontend.palette import DARK, LIGHT, Palette
from companion.report.battle import Battle
from companion.report.battle_page import battle_page
from companion.report.card import HEIGHT, WIDTH, card, card_text
from companion.report.page import page
from companion.report.reading import battle_of
from companion.store.folders import ready_dir
from companion.store.restore import restore
from tests.report.reading import battle

SVG = "{http://www.w3.org/2000/svg}"


def texts(made: Battle) -> list[str]:
    return [element.text or "" for element in card(made, DARK).iter("text")]


@pytest.mark.parametrize("game", registry.BUILT_IN)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_card_tells_who_won_who_fell_and_the_hero(game: str, seed: int) -> None:
    made = battle(game, seed)
    told = texts(made)
    winner = next((side for side in made.sides if side.of == made.winner), None)
    assert any(winner is None or f"{winner.mark} {winner.name} won" in line for line in told)
    for side in made.sides:
        for unit in side.units:
            if unit.fall is not None:
                beside = [u for u in side.units if u.fall and u.fall.round == unit.fall.round]
                names = [u.name.split()[0] for u in beside]
                assert any(line == f"{len(beside)} fall" or all(name in line for name in names) for line in told)
    assert ("hero" in told) == any(blow.by for blow in made.blows)
    assert ("luckiest roll" in told) == (made.luckiest is not None)
    assert not [line for line in told if line.endswith("…")]


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_the_card_of_an_open_battle_says_where_it_stands_and_cuts_no_name(game: str) -> None:
    for file in ready_dir().glob(f"{game}-*.toml"):
        if "roster" in file.name or file.name.endswith(".open.toml"):
            continue
        told = texts(battle_of(restore(file).session, "x"))
        assert any(line.startswith("Not finished: it stands in") for line in told), told
        assert not [line for line in told if line.endswith("…")]


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_a_card_is_one_picture_in_the_colours_of_its_sides(palette: Palette) -> None:
    made = battle("bushido", 1)
    text = card_text(made, palette)
    root = ElementTree.fromstring(text)
    assert (root.tag, root.get("width"), root.get("height")) == (f"{SVG}svg", str(WIDTH), str(HEIGHT))
    assert root.findtext(f"{SVG}title", "").startswith(made.title)
    lines = root.findall(f"{SVG}polyline")
    assert {line.get("stroke") for line in lines} == {palette.sides[0], palette.sides[1]}
    assert len({line.get("stroke-dasharray") for line in lines}) == 2, "who sees no colour tells them apart"
    for side in made.sides:
        assert {f"{side.mark} {made.rounds[-1].strength[side.of]}", f"{side.mark} {side.name}"} <= {*texts(made)}
    assert {element.tag for element in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "title", "rect", "text", "path", "polyline", "circle")
    }


def test_names_too_long_or_unknown_to_the_letters_are_words_and_stay_text() -> None:
    made = battle("bushido", 1)
    sides = replace(made.sides[0], name="Sæþór <b>&"), replace(made.sides[1], name="A" * 90)
    told = texts(replace(made, sides=sides, title="x" * 200))
    assert "Sæþór <b>&" in told
    assert "A" * 23 + "…" in told
    assert all(len(line) < 80 for line in told)


def test_both_names_are_in_letters_of_one_size() -> None:
    made = battle("bushido", 1)
    sides = replace(made.sides[0], name="Maren's Guard"), replace(made.sides[1], name="Ito")
    paths = [path.get("d", "") for path in card(replace(made, sides=sides), DARK).iter("path")]
    assert [any(f"h{square}v{square}" in path for path in paths) for square in (8, 15)] == [True, True]
    assert sum("h8v8" in path for path in paths) == 2


def test_a_battle_without_a_blow_or_with_three_sides_is_drawn() -> None:
    made = battle("bushido", 1)
    quiet = replace(made, blows=(), luckiest=None, winner="", day="no day")
    assert not {"hero", "turning point", "luckiest roll"} & set(texts(quiet))
    third = replace(made.sides[1], of="third", name="Third")
    start, *rounds = (
        replace(r, strength=r.strength | {"third": 3}, left=r.left | {"third": 1}) for r in (made.start, *made.rounds)
    )
    many = replace(made, sides=(*made.sides, third), start=start, rounds=tuple(rounds))
    assert any("Third" in line for line in texts(many))


def test_the_page_has_the_card_in_its_own_colours_and_a_card_a_unit() -> None:
    made = battle("bushido", 1)
    text = page(battle_page(made))
    assert "var(--red)" in text
    assert f"--red: {LIGHT.sides[0]};" in text
    assert f"--red: {DARK.sides[0]};" in text
    assert text.count("<li style") == sum(len(side.units) for side in made.sides)


def test_the_command_writes_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = str(ready_dir() / "bushido-second-turn.toml"), tmp_path / "card.svg"
    assert main(["report", file, "--card", str(out)]) == 0
    assert capsys.readouterr().out.strip() == str(out)
    dark = out.read_text(encoding="utf-8")
    assert main(["report", file, "--card", str(out), "--light"]) == 0
    light = out.read_text(encoding="utf-8")
    assert DARK.background in dark
    assert LIGHT.background in light
    assert LIGHT.background not in dark
    assert main(["report", file, "--card", str(tmp_path / "card.png")]) != 0
    assert not (tmp_path / "card.png").exists()
