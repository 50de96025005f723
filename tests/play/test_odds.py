"""`companion odds`, of a session and of dice alone; what a table agrees on its odds, every front end keeps to."""

import json
from fractions import Fraction
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from companion.cli import main
from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.frontend.clean import clean_cells
from companion.frontend.saying.odds import WIDEST, looked_at, told
from companion.play import plain
from companion.play.json_lines import Conversation
from companion.play.random_player import RandomPlayer
from companion.rules.bushido.melee.results import base_result, scoring, verdict
from companion.store import open_session
from tests.contract.games import fresh
from tests.examples import request_of
from tests.play.held import Held
from tests.play.talking import heard, opening
from tests.tui.scenes import SCENES, played
from tools.scenes import first_answer

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


# -- shown, asked for with a line in the log, or off


def at_the_split(use: str) -> Session:
    session = played(SCENES["bushido"]).session
    session.adjust("table", "options.odds", use, why="agreed")
    return session


def logged(session: Session) -> str:
    return "\n".join(line.text for line in log.lines(session))


def test_nobody_sees_odds_that_are_off_and_where_they_are_shown_a_look_is_nothing() -> None:
    session = at_the_split("shown")
    assert looked_at(session)[1] == []
    assert session.table.odds_looks == 0
    session = at_the_split("off")
    assert "shown → off (agreed)" in logged(session)
    assert session.odds() is None
    with pytest.raises(InvalidInput, match="odds are off at this table"):
        looked_at(session)


def test_a_look_is_an_input_that_the_log_tells_and_undo_takes_back() -> None:
    session = at_the_split("asked")
    before = logged(session)
    request = request_of(session)
    found, _ = looked_at(session)
    assert found.mix
    assert "The odds were looked at (Ito: Split Hiro's 4 dice into attack and defence)" in logged(session)
    session.undo()
    assert "The odds were looked at" not in logged(session)
    assert logged(session).startswith(before)
    session.redo()
    assert session.table.odds_looks == 1
    assert request_of(session).key == request.key


def test_other_programs_are_told_of_a_look_and_best_play_is_for_the_goal_that_is_asked_for() -> None:
    opened = played(SCENES["bushido"])
    talk = Conversation(opened)
    opening(talk)
    wounds, kill = heard(talk, {"do": "odds"})[-1], heard(talk, {"do": "odds", "goal": "kill"})[-1]
    assert (wounds["aim"], kill["aim"]) == ("wounds", "kill")
    assert wounds["goals"] == ["wounds", "trade", "kill", "survive"]
    assert kill["goal"] == "to take the enemy out of play"
    assert wounds["value"] != kill["value"]
    assert "there is no goal 'glory'" in heard(talk, {"do": "odds", "goal": "glory"})[-1]["message"]
    assert "must be text" in heard(talk, {"do": "odds", "goal": 3})[-1]["message"]
    opened.session.adjust("table", "options.odds", "asked")
    sent = heard(talk, {"do": "odds"})
    assert "odds_looks" in [message.get("field") for message in sent]
    assert sent[-1]["type"] == "odds"
    opened.session.adjust("table", "options.odds", "off")
    assert "odds are off" in heard(talk, {"do": "odds"})[-1]["message"]


def test_a_choice_in_words_has_the_labels_of_its_options() -> None:
    out = StringIO()
    session = Session(fresh("gods-gloom"), rng=Random(1))
    player = RandomPlayer(Random(1))
    while not (isinstance(session.request, Choose) and session.request.has_odds and session.odds() is not None):
        player.step(session)
    request, found = session.request, session.odds()
    assert found is not None
    plain.play(Held(session), iter(["odds\n", "odds survive\n", "quit\n"]), out)  # type: ignore[arg-type]
    labels = {option.value: option.label for option in request.options}
    for option in found.options():
        assert f"  {labels[option]}: " in out.getvalue()
    kill, survive = "kill (to take the enemy out of play)", "survive (to stay in play)"
    assert f"Other goals: trade (the fall of the enemy less the own fall), {kill}, {survive}." in out.getvalue()
    assert "Assumed: " in out.getvalue()
    assert out.getvalue().count("to stay in play.") == 1


def test_a_look_stands_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(copy(READY / "bushido-bridge-at-kagu.toml", tmp_path))
    opened = open_session(file)
    opened.session.adjust("table", "options.odds", "asked")
    opened.session.start("melee", {"pair": "hiro+oda"})
    while opened.session.secret is None:
        request = request_of(opened.session)
        by = request.by if isinstance(request.by, str) and request.by in opened.session.table.sides else ""
        opened.session.answer(first_answer(request), by)
    looked_at(opened.session)
    opened.close()
    opened = open_session(file)
    opened.session.adjust("table", "options.odds", "shown")
    opened.close()
    assert main(["odds", str(file), "--goal", "kill", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["aim"] == "kill"
    assert main(["odds", "bushido", "--goal", "kill"]) == 2
    opened = open_session(file)
    opened.session.undo()
    opened.close()
    again = open_session(file)
    assert again.session.table.odds_looks == 1
    assert again.session.secret is not None
    again.session.undo()
    assert again.session.table.odds_looks == 0
    again.close()
