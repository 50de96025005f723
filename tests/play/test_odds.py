"""`companion odds`: of a session, and of dice and numbers alone."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from companion.cli import main
from companion.engine.odds import Chance, Heading, Odds
from companion.frontend.clean import clean_cells
from companion.frontend.saying.odds import WIDEST, told
from companion.rules.bushido.melee.results import base_result, scoring, verdict

READY = Path(__file__).parents[2] / "saves" / "ready"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["odds", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_dice_alone_are_worth_what_counting_them_gives(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "bushido", "--attack", "2", "--defence=1", "--active", "defender", "--json")
    assert status == 0
    line = json.loads(out)
    won = 0
    for faces in product(range(1, 7), repeat=3):
        attack, defence = faces[:2], faces[2:]
        found = verdict(base_result(attack), base_result(defence), len(scoring(attack)), len(scoring(defence)), False)
        won += found.attacker_wins
    assert line["rows"][0]["exact"] == str(Fraction(won, 216))
    assert sum(row["p"] for row in line["rows"] if row["measure"] == "dealt") == pytest.approx(1)


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "legion", "speedies", "better-wargame"])
def test_every_game_answers_without_a_session_and_its_numbers_sum_to_one(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = said(capsys, game, "--json")
    assert status == 0
    sums: dict[tuple[str, str, str], Fraction] = {}
    assert json.loads(out)["assumes"]
    for row in json.loads(out)["rows"]:
        if row["value"] is not None:
            key = (row["option"], row["measure"], row["of"])
            sums[key] = sums.get(key, Fraction(0)) + Fraction(row["exact"])
    assert set(sums.values()) == {Fraction(1)}


def test_text_has_bars_says_what_is_assumed_and_lists_what_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "bushido", "--attack", "3")
    assert "3 attack dice against 2 defence dice: one comparison." in out
    assert "#" in out
    assert "percent" in out
    assert "no specials, feats or re-rolls." in out
    _, out, _ = said(capsys, "bushido", "--help")
    assert "--active attacker|defender: " in out
    assert "--kata: " in out
    off, on = said(capsys, "bushido", "--kata=no"), said(capsys, "bushido", "--kata")
    assert off == said(capsys, "bushido")
    assert on == said(capsys, "bushido", "--kata=yes")
    assert on != off


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bushido", "--attack", "x"], "'x' is no whole number"),
        (["bushido", "--attack", "99"], "attack cannot be 99"),
        (["bushido", "--attack"], "--attack takes a value"),
        (["bushido", "--attack=", "3"], "--attack takes a value"),
        (["bushido", "--kata=maybe"], "--kata cannot be 'maybe'"),
        (["bushido", "--horses", "2"], "'--horses' says nothing here"),
        (["bushido", "--active", "nobody"], "active cannot be 'nobody'"),
        (["no-such-session"], "there is no file no-such-session"),
    ],
)
def test_a_wrong_word_is_refused_with_what_would_be_right(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, err = said(capsys, *words)
    assert status == 2
    assert out == ""
    assert message in err


def test_a_session_at_rest_has_no_odds_and_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    file = READY / "bushido-bridge-at-kagu.toml"
    before = file.read_bytes()
    status, _, err = said(capsys, str(file))
    assert status == 2
    assert "there are no odds for what stands now" in err
    assert "nothing is asked: they are for an open question" in err
    assert file.read_bytes() == before


WIDE = ["龍の騎士団", "한국", "é", "e\u0301", "x\u0323\u0301", "שלום", "Sixtyletters" * 15]
PARTS = ["Ann", "falls:", *WIDE, " ", "(1 Ki)", "-"]
NAMES = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map(" ".join)


@given(st.lists(NAMES, min_size=1, max_size=3, unique=True), st.lists(NAMES, min_size=1, max_size=3, unique=True))
def test_no_line_of_chances_is_too_wide_whatever_names_are_in_it_and_nothing_is_lost(
    options: list[str], facts: list[str]
) -> None:
    headings = tuple(Heading(f"m{n}", "", text) for n, text in enumerate(facts))
    rows = tuple(Chance(option, heading.measure, 0.25) for option in options for heading in headings)
    drawn = told(Odds("red", "wounds", rows, headings, assumes=tuple(facts)))
    assert max(cell_len(clean_cells(line)) for line in drawn) <= WIDEST
    bars = [line for line in drawn if line.endswith("#####............... 25.0 percent")]
    assert len(bars) == len(rows)
    assert len({cell_len(clean_cells(line)) for line in bars}) == 1, "the bars begin in one column"
    shown = "".join("".join(drawn).replace("#####............... 25.0 percent", "").split())
    spoken = "".join("".join(told(Odds("red", "wounds", rows, headings, assumes=tuple(facts)), bars=False)).split())
    assert shown == spoken.replace(",25.0percent.", "")
