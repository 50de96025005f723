"""Odds of a choice from the dice that it leads to: what answering it and looking again gives, and nothing changed."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from companion.engine.look_ahead import WOUNDS, look_ahead, options_of, run_copy
from companion.engine.odds import Given, Odds
from companion.engine.registry import BUILT_IN, find
from companion.engine.requests import Do, Request, Roll
from companion.engine.requests.base import MOST_ALIKE
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.testing import prompt_of, side_of, state
from tests.odds.stepping import answer, odds_of

Facts = dict[tuple[str, str, int | None], Fraction]


def facts(found: Odds, option: Given) -> Facts:
    """The rows of an option; wounds dealt and taken are one measure, as each fighter counts them otherwise."""
    measures = dict.fromkeys(WOUNDS, "wounds")
    return {
        (measures.get(row.measure, row.measure), row.of, row.value): Fraction(row.p)
        for row in found.rows
        if row.option == option and row.p
    }


def check_ahead(game: str, seed: int, kinds: int) -> None:
    """The laws at choices with odds ahead in a random game, at one of each kind."""
    rules = find(game)
    assert rules.example is not None
    session, player = Session(rules.example(), rng=Random(seed)), RandomPlayer(Random(seed))
    seen: set[str] = set()
    for _ in range(900):
        if session.run is None and session.table.over is not None:
            break
        request = session.request
        if request is not None and request.looks_ahead and request.name not in seen and len(seen) < kinds:
            seen.add(request.name)
            check_here(session, request)
        player.step(session)
    assert seen


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
            session.answer(option, by=side_of(request))
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
    check_ahead(game, 1, 4)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_copy_of_an_open_procedure_stands_as_it_does_and_is_apart_from_it(game: str) -> None:
    rules = find(game)
    assert rules.example is not None
    session, player = Session(rules.example(), rng=Random(3)), RandomPlayer(Random(3))
    copies = 0
    for step in range(150):
        if session.run is None and session.table.over is not None:
            break
        player.step(session)
        run = session.run
        if run is None or step % 3:
            continue
        before = state(session.table)
        copy = run_copy(run)
        assert state(copy.table) == before
        assert copy.request is not None
        assert run.request is not None
        assert copy.request.fingerprint() == run.request.fingerprint()
        copy.revert()
        assert state(session.table) == before
        copies += 1
    assert copies


def test_dice_of_other_kinds_are_not_compared_without_a_word() -> None:
    """A Fear test on the way to one enemy, an exchange with another: each says so, and neither is the best."""
    rules = find("bushido")
    assert rules.example is not None
    seen = []
    for seed in range(60):
        session, player = Session(rules.example(), rng=Random(seed)), RandomPlayer(Random(seed))
        for _ in range(200):
            if session.run is None and session.table.over is not None:
                break
            request = session.request
            if request is not None and request.name == "target":
                found = session.odds()
                measures = {row.measure for row in found.rows} if found is not None else set()
                if found is not None and {"passes", "dealt"} <= measures:
                    seen.append(found)
            player.step(session)
        if len(seen) > 2:
            break
    assert len(seen) > 2
    for found in seen:
        assert found.safest is None
        tested = next(row for row in found.rows if row.measure == "passes")
        line = next(line for line in found.beside if line.endswith("Fear test first"))
        assert line in found.assumes
        name = rules.example().units[tested.option].name
        assert name in line.partition(":")[0]
        assert not [line for line in found.beside if name in line.partition(":")[0] and "at their best" in line]
        assert any(heading.text.endswith("passes a Fear test") for heading in found.headings)


def test_answers_taken_for_alike_lead_to_the_same_dice_and_what_is_taken_for_granted_can_be_answered() -> None:
    rules = find("better-wargame")
    assert rules.example is not None
    alike: dict[str, int] = {}
    usual = 0
    for seed in range(2):
        session, player = Session(rules.example(), rng=Random(seed)), RandomPlayer(Random(seed))
        for _ in range(400):
            if session.run is None and session.table.over is not None:
                break
            request = session.request
            if request is not None and request.usual is not None:
                granted = request.granted()
                assert granted is not None
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
            player.step(session)
    assert usual > 10
    assert set(alike) == {"in_contact", "pile_in_opponent"}
