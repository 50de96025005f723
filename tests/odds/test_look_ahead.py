"""Odds of a choice from the dice that it leads to: what answering it and looking again gives, and nothing changed."""

from fractions import Fraction

import pytest

from companion.engine.look_ahead import WOUNDS, look_ahead, options_of, run_copy
from companion.engine.odds import Given, Odds
from companion.engine.registry import BUILT_IN
from companion.engine.requests import Do, Request, Roll
from companion.engine.requests.base import MOST_ALIKE
from companion.engine.session import Session
from companion.testing import prompt_of, state
from tests.examples import present
from tests.odds.stepping import answer, moments, odds_of

Facts = dict[tuple[str, str, int | None], Fraction]


def facts(found: Odds, option: Given) -> Facts:
    """The rows of an option; wounds dealt and taken are one measure, as each fighter counts them otherwise."""
    measures = dict.fromkeys(WOUNDS, "wounds")
    return {
        (measures.get(row.measure, row.measure), row.of, row.value): Fraction(row.p)
        for row in found.rows
        if row.option == option and row.p
    }


def check_here(session: Session, request: Request[object]) -> None:
    """The laws at one request."""
    before = state(session.table), prompt_of(session), session.undo_count
    found = session.odds()
    assert (state(session.table), prompt_of(session), session.undo_count) == before
    if found is None:
        return
    odds_of(session)
    for option in found.options():
        if option is not None:
            session.answer(option, by=request.side)
            expected = next_dice(session)
            session.undo(session.undo_count - before[2])
            if expected is not None:
                assert facts(found, option) == expected, (request.key, option)
    assert (state(session.table), prompt_of(session)) == before[:2]


def next_dice(session: Session) -> Facts | None:
    """The facts of the roll that comes next, if nothing has to be chosen before it."""
    while session.request is not None:
        if isinstance(session.request, Roll):
            found = session.odds()
            return facts(found, None) if found is not None else None
        if not isinstance(session.request, Do):
            return None
        answer(session, True)
    return None


@pytest.mark.parametrize("game", BUILT_IN)
def test_an_option_is_worth_the_roll_that_it_leads_to(game: str) -> None:
    """The laws at choices with odds ahead in a random game, at one of each of four kinds."""
    seen: set[str] = set()
    for session in moments(game, [1], 900):
        request = session.request
        if request is not None and request.looks_ahead and request.name not in seen and len(seen) < 4:
            seen.add(request.name)
            check_here(session, request)
    assert seen


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_copy_of_an_open_procedure_stands_as_it_does_and_is_apart_from_it(game: str) -> None:
    copies = 0
    for step, session in enumerate(moments(game, [3], 151)):
        run = session.run
        if run is None or step % 3 != 1:
            continue
        before = state(session.table)
        copy = run_copy(run)
        assert state(copy.table) == before
        assert present(copy.driver.request).fingerprint() == present(run.driver.request).fingerprint()
        copy.revert()
        assert state(session.table) == before
        copies += 1
    assert copies


def test_dice_of_other_kinds_are_not_compared_without_a_word() -> None:
    """A Fear test on the way to one enemy, an exchange with another: each says so, and neither is the best."""
    seen = 0
    for session in moments("bushido", range(60), 200):
        found = session.odds() if session.request is not None and session.request.name == "target" else None
        if found is None or not {"passes", "dealt"} <= {row.measure for row in found.rows}:
            continue
        assert found.safest is None
        tested = next(row for row in found.rows if row.measure == "passes")
        line = next(line for line in found.beside if line.endswith("Fear test first"))
        assert line in found.assumes
        name = session.table.units[tested.option].name
        assert name in line.partition(":")[0]
        assert not [line for line in found.beside if name in line.partition(":")[0] and "at their best" in line]
        assert any(heading.text.endswith("passes a Fear test") for heading in found.headings)
        seen += 1
        if seen > 2:
            return
    raise AssertionError("dice of two kinds were hardly ever compared")


def test_answers_taken_for_alike_lead_to_the_same_dice_and_what_is_taken_for_granted_can_be_answered() -> None:
    alike: dict[str, int] = {}
    usual = 0
    for session in moments("better-wargame", range(2), 400):
        request = session.request
        if request is not None and request.usual is not None:
            granted = present(request.granted())
            _ = request.check(granted.value)
            usual += 1
        if request is not None and request.alike is not None and alike.get(request.name, 0) < 4:
            alike[request.name] = alike.get(request.name, 0) + 1
            assert session.run is not None
            few = look_ahead(session.run, request)
            by_key = {request.alike(option): option for option in options_of(request)}
            keys = {option: by_key[request.alike(option)] for option in request.answers(MOST_ALIKE)}
            request.alike = None
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("companion.engine.look_ahead.MOST_OPTIONS", MOST_ALIKE)
                whole = look_ahead(session.run, request)
            assert (few is None) == (whole is None)
            if few is not None and whole is not None and whole.options() != [None]:
                assert all(facts(whole, option) == facts(few, keys[option]) for option in whole.options())
    assert usual > 10
    assert set(alike) == {"in_contact", "pile_in_opponent"}
