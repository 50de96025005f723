"""The log as a story: what is only kept count of is folded, and nothing that happened is."""

from random import Random

import pytest

from companion.engine import log
from companion.engine.log import told
from companion.engine.session import Session
from companion.testing import play_random
from tests.examples import table_of
from tools.scenes import play_on


def line(entry: int, kind: str, text: str, *, small: bool = False) -> log.LogLine:
    return log.LogLine(entry, kind, "", text, (), "", 1, small=small)


def test_a_note_that_says_an_answer_again_is_folded() -> None:
    session = Session(table_of("bushido"), rng=Random(2))
    play_random(session, Random(2), most=300)
    lines = log.lines(session)
    again = [place for place, one in enumerate(lines) if one.beside == "answer"]
    assert len(again) > 5
    assert not set(again) & set(told(lines))


@pytest.mark.parametrize(
    ("lines", "story"),
    [
        pytest.param(
            [
                line(0, "start", "Activation: Hiro"),
                line(0, "answer", "What does Hiro do? — Ito: Walk"),
                line(0, "note", "Hiro: Walk"),
                line(0, "end", "Activation: Hiro walks"),
            ],
            [0, 1, 2, 3],
            id="words that an answer has too are told all the same",
        ),
        pytest.param(
            [
                line(0, "start", "Engage: Scritch"),
                line(0, "answer", "Does Scritch see Otto? — the table: no", small=True),
                line(0, "answer", "Measure — the table: no", small=True),
                line(0, "end", "Engage: ended", small=True),
            ],
            [0, 2],
            id="where nothing is said at the end the last answer says why",
        ),
        pytest.param(
            [line(0, "start", "Count"), line(0, "change", "Counters 2 → 1", small=True), line(1, "change", "adjusted")],
            [0, 1, 2],
            id="a procedure of nothing else is told whole",
        ),
    ],
)
def test_what_is_folded(lines: list[log.LogLine], story: list[int]) -> None:
    assert list(told(lines)) == story


def test_counters_and_turns_are_folded_and_adjusted_ones_are_not() -> None:
    session = Session(table_of("bushido"))
    session.adjust("hiro", "ki_tokens", 1, why="forgotten")
    session.start("starting_phase", {})
    play_on(session)
    lines = log.lines(session)
    story = [lines[place].text for place in told(lines)]
    assert any("forgotten" in text for text in story)
    assert not any("Ki generation" in text for text in story)
    assert any("Ki generation" in each.text for each in lines)
    assert any("Main Phase begins" in text for text in story)


def test_a_line_is_of_the_round_in_which_it_happened() -> None:
    session = Session(table_of("speedies"))
    before = session.table.round
    session.start("melee_phase", {})
    play_on(session)
    assert session.table.round == before + 1
    lines = log.lines(session)
    assert lines[0].round == before
    assert lines[-1].round == before + 1


def test_what_a_procedure_is_about_is_told_by_name() -> None:
    session = Session(table_of("bushido"))
    action = session.action("feat")
    value = next((option.value for option in action.values if option.why_not is None), None)
    if value is None:
        session.adjust("aya", "ki_tokens", 6)
        session.adjust("table", "phase", "main")
        value = next(option.value for option in session.action("feat").values if option.why_not is None)
    of = str(value).partition(":")[0]
    session.start("feat", {"feat": value})
    play_on(session)
    start = next(each.text for each in log.lines(session) if each.kind == "start")
    assert session.table.title(of) in start
