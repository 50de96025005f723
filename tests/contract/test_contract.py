"""One suite over every ruleset found: the laws that replay, undo, files and odds stand on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.answers import plain_answer
from companion.engine.context import Context
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.registry import BUILT_IN
from companion.engine.session import AmendPreview, Session
from companion.engine.state.adjustments import apply
from tests.contract.games import IDS, digest, fresh, ruleset, session, standing, state
from tests.drive import play_random, side_of, step_random

GAMES = 6
"""Whole games at whose every request the dear checks are made."""

STEPS = 120
"""Random games that must between them reach every declared step."""


@pytest.fixture(params=IDS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def views(held: Session) -> Any:
    return state(held.table), standing(held), held.undo_count


def test_undo_then_redo_is_identity_at_every_request(game: str) -> None:
    def check(held: Session) -> None:
        before = views(held)
        held.undo()
        held.redo()
        assert views(held) == before

    for seed in range(GAMES):
        play_random(session(game, seed), Random(seed), most=220, each=check)


def test_undoing_everything_comes_back_to_the_start(game: str) -> None:
    for seed in range(GAMES):
        held = session(game, seed)
        start = state(held.table)
        play_random(held, Random(seed), most=150)
        end = views(held)
        count = held.undo_count
        held.undo(count)
        assert state(held.table) == start
        assert held.undo_count == 0
        held.redo(held.redo_count)
        assert views(held) == end


def test_changes_folded_over_the_start_give_the_end(game: str) -> None:
    for seed in range(GAMES):
        held = session(game, seed)
        play_random(held, Random(seed), most=400)
        open_ = held.run.changes() if held.run is not None else []
        folded = fresh(game)
        for change in [c for e in held.entries for c in e.changes()] + open_:
            apply(folded, change)
        assert state(folded) == state(held.table)


def test_the_state_stays_valid_and_the_options_are_plain(game: str) -> None:
    rules = ruleset(game)

    def check(held: Session) -> None:
        table = held.table
        for thing in [
            table,
            *table.units.values(),
            *table.sides.values(),
            *(p for u in table.units.values() for p in u.miniatures),
        ]:
            assert list(thing.faults()) == [], thing.id
        assert list(rules.faults(table)) == []
        request = held.request
        if request is not None:
            json.dumps(request.schema(), allow_nan=False)
            assert request.title
            assert all(sum(line.value for line in t.lines) == int(t) for t in request.tally)
        elif table.over is None:
            assert any(a.open for a in held.actions())

    for seed in range(GAMES):
        play_random(session(game, seed), Random(seed), most=400, each=check)


def test_illegal_answers_change_nothing(game: str) -> None:
    def check(held: Session) -> None:
        if held.request is None:
            return
        before = views(held)
        for wrong in (held.request.invalid_example(), None, "nonsense", [["?"]], 10**9, {"plan": "x"}, -1.5):
            with pytest.raises(InvalidInput):
                held.answer(wrong)
        with pytest.raises(InvalidInput):
            held.start("no such action")
        with pytest.raises(InvalidInput):
            held.adjust("no such unit", "name", "x")
        assert views(held) == before

    play_random(session(game, 1), Random(1), most=150, each=check)


def test_answers_outcomes_and_arguments_are_plain_data(game: str) -> None:
    for seed in range(GAMES):
        held = session(game, seed)
        play_random(held, Random(seed), most=300)
        for entry in held.entries:
            answers = [plain_answer(getattr(i.input, "value", None)) for i in entry.inputs]
            json.dumps([entry.args, entry.outcome, answers], allow_nan=False)


def test_games_end_and_every_declared_step_is_reached(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are counted where procedures enter them: the last ones of a procedure come after its last request."""
    rules = ruleset(game)
    declared = {(p.name, s.id) for p in rules.procedures for s in p.steps}
    reached: set[tuple[str, str]] = set()
    at, skip = Context.at, Context.skip

    def counted_at(self: Context[Any], step: str) -> None:
        at(self, step)
        reached.update(self.reached)

    def counted_skip(self: Context[Any], step: str, why: str) -> None:
        skip(self, step, why)
        reached.update(self.reached)

    monkeypatch.setattr(Context, "at", counted_at)
    monkeypatch.setattr(Context, "skip", counted_skip)
    ended = 0
    for seed in range(STEPS):
        held = session(game, seed)
        ended += play_random(held, Random(seed), most=6000, most_entries=2000)
        if declared <= reached and seed >= 8:
            break
    assert ended == seed + 1
    assert declared - reached == set()


def test_keys_are_unique_in_a_run(game: str) -> None:
    held = session(game, 3)
    play_random(held, Random(3), most=600)
    for entry in held.entries:
        keys = [g.key for g in entry.answers]
        assert len(keys) == len(set(keys))


def test_replaying_the_inputs_gives_the_same_digests(game: str) -> None:
    held = session(game, 5)
    digests: list[int] = []
    play_random(held, Random(5), most=300, each=lambda s: digests.append(digest(s)))
    again: list[int] = []
    play_random(session(game, 5), Random(5), most=300, each=lambda s: again.append(digest(s)))
    assert again == digests


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_other_hash_seeds_give_the_same_digests(hash_seed: str) -> None:
    here = _digests("0")
    assert _digests(hash_seed) == here


def _digests(hash_seed: str) -> str:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "tests.contract.digests"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout


def test_one_sides_view_is_the_same_for_all_values_of_the_other(game: str) -> None:
    """While one slot is sealed, nothing that front ends can see differs by its value."""
    from companion.engine.log import lines

    seen = 0
    for seed in range(40):
        held = session(game, seed)
        for _ in range(120):
            if held.table.over is not None:
                break
            if held.secret is not None and not held.sealed:
                slot = held.request
                assert slot is not None
                shown = set()
                for draw in range(6):
                    held.answer(slot.random(Random(draw)), by=side_of(slot))
                    told = [line.text for line in lines(held) if line.kind != "undone"]
                    shown.add(repr((views(held), told, held.run and held.run.suggestions)))
                    held.undo()
                assert len(shown) == 1
                assert all("sealed" in line.text for line in lines(held) if line.kind == "undone")
                seen += 1
                break
            step_random(held, Random(seed * 1000 + held.undo_count))
        if seen >= 3:
            break
    assert bool(seen) == (game in {"bushido", "gods-gloom", "duel"})


def test_every_built_in_game_is_a_declared_entry_point() -> None:
    import tomllib

    declared = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert declared["project"]["entry-points"]["companion.rulesets"] == dict(BUILT_IN)


def test_adjusting_asks_the_standing_request_anew_and_undo_takes_it_back(game: str) -> None:
    """An adjustment that changes nothing the rules look at leaves the request; undone, all is as before."""
    held = session(game, 7)
    rng = Random(7)
    done = 0
    for _ in range(200):
        if held.table.over is not None:
            break
        if held.run is not None:
            unit = next(iter(held.table.units.values()))
            before, kept = views(held), identity(held)
            held.adjust(unit.id, "name", unit.name + "!", why="a new name")
            assert identity(held) == kept
            assert held.table.unit(unit.id).name.endswith("!")
            held.undo()
            assert views(held) == before
            done += 1
        step_random(held, rng)
    assert done > 20


def identity(held: Session) -> Any:
    """What is asked and of whom; names of units may stand in the words and in the names of dice."""
    request = held.request
    return None if request is None else (request.key, request.kind, request.by, held.sealed)


def test_amending_with_the_same_value_changes_nothing(game: str) -> None:
    done = 0
    for seed in range(30):
        held, rng = session(game, seed), Random(seed)
        for _ in range(80):
            if held.table.over is not None:
                break
            typed = [i.input for i in held.run.inputs if isinstance(i.input, Answer)] if held.run is not None else []
            if typed and held.secret is None:
                item = rng.choice(typed)
                before = state(held.table), standing(held)
                assert held.preview_amend(item.key, plain_answer(item.value)) == AmendPreview([], [])
                assert (state(held.table), standing(held)) == before
                done += 1
            step_random(held, rng)
        if done > 20:
            break
    assert done > 20
