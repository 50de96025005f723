"""The laws that every ruleset keeps: undo, resume, replay, odds and the screens are on them.

All of them are checked on random games from `Ruleset.example`, at every request. A law that your game breaks names the
request. What each needs of you: docs/writing-a-ruleset.md.
"""

from __future__ import annotations

import dataclasses
import json
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

import pytest

from companion.engine.amending import preview
from companion.engine.answers import plain_answer
from companion.engine.context import Context
from companion.engine.errors import InvalidInput
from companion.engine.history import run_entry
from companion.engine.inputs import Answer
from companion.engine.journal import JournalEntry
from companion.engine.log import lines
from companion.engine.progress import declaring
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.setup import new_table
from companion.engine.state.adjustments import apply
from companion.engine.state.changes import Change, added_up
from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable, Table
from companion.play.random_player import RandomPlayer
from companion.testing.endless import counted
from companion.testing.playing import play_random, step_random
from companion.testing.prompts import PromptContract
from companion.testing.reading import checksum, prompt_of, state
from companion.testing.source import forbidden, rule_sources


class RulesetContract(PromptContract):
    """Subclass it under a name that pytest collects, and set `ruleset`.

    `games` is how many random games the slower laws are checked on, `most_games` how many may be played until every
    declared step was reached. `has_secrets` says whether the game asks anything in secret, `fights` whether it has
    fights; `may_be_alike` exempts requests whose options may come to the same. With `plays_aftermath` the sides of the
    example owe an aftermath (`owes_aftermath`), and the laws hold in it too.
    """

    most_games: ClassVar[int] = 120
    has_secrets: ClassVar[bool] = False

    @staticmethod
    def view(session: Session) -> Any:
        """What undo and refused inputs must leave as it was."""
        return state(session.table), prompt_of(session), session.undo_count

    # -- undo and replay ------------------------------------------------------------------------------------------

    def test_undo_then_redo_is_identity_at_every_request(self) -> None:
        for session, _ in self.moments(220):
            if session.undo_count:
                before = self.view(session)
                session.undo()
                session.redo()
                assert self.view(session) == before

    def test_undoing_everything_comes_back_to_the_start(self) -> None:
        for seed in range(self.games):
            session = self.session(seed)
            start = state(session.table)
            play_random(session, Random(seed), most=150)
            end = self.view(session)
            session.undo(session.undo_count)
            assert state(session.table) == start
            assert session.undo_count == 0
            session.redo(session.redo_count)
            assert self.view(session) == end

    def test_the_same_inputs_give_the_same_checksums(self) -> None:
        first: list[int] = []
        play_random(self.session(5), Random(5), most=300, each=lambda s: first.append(checksum(s)))
        again: list[int] = []
        play_random(self.session(5), Random(5), most=300, each=lambda s: again.append(checksum(s)))
        assert again == first

    def test_every_difference_is_recorded(self) -> None:
        """Rules change the table through their context alone: the changes, applied to a copy, give the same table.

        Finds `unit.done = True`, whether the field is declared or not.
        """
        for seed in range(self.games):
            session, rng, copy = self.session(seed), Random(seed), self.fresh()
            for _ in range(250):
                if session.table.over is not None and session.run is None:
                    break
                for event in step_random(session, rng):
                    if isinstance(event, Change):
                        apply(copy, event)
                key = session.request.key if session.request is not None else "at rest"
                assert state(copy) == state(session.table), f"a difference that no change records, {key}"
                for entity in _entities(session.table):
                    extra = vars(entity).keys() - _own_attributes(entity)
                    assert not extra, f"{entity.id}: {extra} written and not declared"

    def test_keys_are_unique_in_a_run(self) -> None:
        session = self.session(3)
        play_random(session, Random(3), most=600)
        for entry in session.entries:
            keys = [given.key for given in entry.answers]
            assert len(keys) == len(set(keys))

    # -- state and inputs -----------------------------------------------------------------------------------------

    def test_the_state_stays_valid_and_something_can_be_done(self) -> None:
        for session, _ in self.moments(400):
            table = session.table
            for entity in _entities(table):
                assert list(entity.faults()) == [], entity.id
            assert list(self.ruleset.faults(table)) == []
            request = session.request
            if request is not None:
                json.dumps(request.schema(), allow_nan=False)
                assert request.title
                assert all(added_up(t.lines) == int(t) for t in request.tally)
            elif table.over is None:
                assert any(action.open for action in session.actions())

    def test_an_open_action_can_be_started_whatever_players_set_by_hand(self) -> None:
        """What has one parameter names a legal value for it: nobody may be left who could act."""
        for session, rng in self.moments(120):
            if session.run is not None:
                continue
            count = session.undo_count
            for _ in range(8):
                unit = rng.choice(list(session.table.units.values()))
                known = [spec for spec in unit.specs().values() if spec.adjust and spec.kind == "int"]
                if not known:
                    break
                spec = rng.choice(known)
                lo, hi = spec.bounds(unit)
                value = rng.choice([lo or 0, 6 if hi is None else hi])
                with suppress(InvalidInput):
                    session.adjust(unit.id, spec.name, value, why="a miscount")
                for action in session.actions():
                    assert not _leads_nowhere(action), f"{action.name} is open, and none of its values is: say why_not"
            if session.undo_count > count:
                session.undo(session.undo_count - count)

    def test_a_new_game_can_be_begun(self) -> None:
        """Players make one of the units of the example: it stands in the first phase, and it is nobody's turn yet
        unless the game asks who has the first (`has_first_player`)."""
        example = self.fresh()
        sides = [type(side)(id=side.id, name=side.name) for side in example.sides.values()]
        units = {side.id: example.of_side(side.id) for side in sides}
        first = sides[0].id if self.ruleset.has_first_player else ""
        actions = Session(new_table(self.ruleset, sides, units, first=first)).actions()
        for action in actions:
            assert not _leads_nowhere(action), f"{action.name} of a new game is open, and none of its values is"
        assert any(action.open for action in actions), "nothing can be done in a new game"

    def test_an_action_by_its_name_is_the_one_among_all(self) -> None:
        for session, _ in self.moments(400):
            if session.run is None:
                assert [session.action(action.name) for action in session.actions()] == session.actions()

    def test_illegal_inputs_change_nothing(self) -> None:
        session, rng = self.session(1), Random(1)
        for _ in range(150):
            if session.table.over is not None and session.run is None:
                break
            request = session.request
            if request is not None:
                before = self.view(session)
                wrong = [{"no": "such answer"}, None, [["?"]], 10**9, {"plan": "x"}, -1.5]
                for value in wrong if request.kind == "text" else [*wrong, "nonsense"]:
                    with pytest.raises(InvalidInput):
                        session.answer(value)
                with pytest.raises(InvalidInput):
                    session.start("no such action")
                with pytest.raises(InvalidInput):
                    session.adjust("no such unit", "name", "x")
                assert self.view(session) == before
            step_random(session, rng)

    def test_answers_outcomes_and_arguments_are_plain_data(self) -> None:
        for seed in range(self.games):
            session = self.session(seed)
            play_random(session, Random(seed), most=300)
            for entry in session.entries:
                answers = [plain_answer(getattr(taken.input, "value", None)) for taken in entry.inputs]
                json.dumps([entry.args, entry.outcome, answers], allow_nan=False)

    def test_an_adjustment_that_no_rule_reads_leaves_the_request(self) -> None:
        session, rng = self.session(7), Random(7)
        for _ in range(200):
            if session.table.over is not None:
                break
            if session.run is not None:
                unit = next(iter(session.table.units.values()))
                before, kept = self.view(session), _identity(session)
                session.adjust(unit.id, "name", unit.name + "!", why="a new name")
                assert _identity(session) == kept
                assert session.table.unit(unit.id).name.endswith("!")
                session.undo()
                assert self.view(session) == before
            step_random(session, rng)

    def test_amending_with_the_same_value_changes_nothing(self) -> None:
        for session, rng in self.moments(60):
            run = session.run
            typed = [taken.input for taken in run.inputs if isinstance(taken.input, Answer)] if run is not None else []
            if typed and session.secret is None:
                item = rng.choice(typed)
                before = state(session.table), prompt_of(session)
                found = preview(session, len(session.entries), item.key, plain_answer(item.value))
                assert (found.changes, found.dropped) == ([], [])
                assert (state(session.table), prompt_of(session)) == before

    # -- secrets --------------------------------------------------------------------------------------------------

    def test_nothing_differs_by_a_sealed_answer(self) -> None:
        seen = 0
        for seed in range(40):
            session = self.session(seed)
            for _ in range(120):
                if session.table.over is not None and session.run is None:
                    break
                slot = session.request
                if session.secret is not None and not session.sealed and slot is not None:
                    shown = set()
                    for draw in range(6):
                        session.answer(slot.random(Random(draw)), by=slot.side)
                        told = [line.text for line in lines(session) if line.kind != "undone"]
                        suggestions = session.run.suggestions if session.run is not None else {}
                        shown.add(repr((self.view(session), told, suggestions, session.standings)))
                        session.undo()
                    assert len(shown) == 1, f"{slot.key}: what others see depends on what was sealed"
                    assert all("sealed" in line.text for line in lines(session) if line.kind == "undone")
                    seen += 1
                    break
                step_random(session, Random(seed * 1000 + session.undo_count))
            if seen >= 3:
                break
        assert bool(seen) == self.has_secrets

    # -- whole games ----------------------------------------------------------------------------------------------

    def test_games_end_and_every_declared_step_is_reached(self, monkeypatch: pytest.MonkeyPatch) -> None:
        declared = {(procedure.name, step.id) for procedure in self.ruleset.procedures for step in procedure.steps}
        reached: set[tuple[str, str]] = set()
        at, skip = Context.at, Context.skip

        def counted_at(game: Context[Any], step: str) -> None:
            reached.add((declaring(game.frames, step).name, step))
            at(game, step)

        def counted_skip(game: Context[Any], step: str, why: str) -> None:
            reached.add((declaring(game.frames, step).name, step))
            skip(game, step, why)

        # Counted where procedures enter them: the last steps of a procedure come after its last request.
        monkeypatch.setattr(Context, "at", counted_at)
        monkeypatch.setattr(Context, "skip", counted_skip)
        ended = seed = 0
        for seed in range(self.most_games):
            session = self.session(seed)
            ended += play_random(session, Random(seed), most=6000, most_entries=2000)
            if self.plays_aftermath:
                RandomPlayer(Random(seed)).play_aftermath(session)
            if declared <= reached and seed >= 8:
                break
        assert ended == seed + 1, "a random game came to no end"
        assert declared - reached == set(), "steps that no random game reaches"

    def test_what_was_played_is_told_in_whole_sentences_without_ids(self) -> None:
        """By `Ruleset.story`, of every closed procedure, and of one that is broken off at any request."""
        for seed in range(self.games):
            session = self.session(seed)
            play_random(session, Random(seed), most=220, each=self._is_told)
            for entry in session.entries:
                _check_scenes(session, entry)

    @staticmethod
    def _is_told(session: Session) -> None:
        if session.run is not None:
            _check_scenes(session, run_entry(session.table, session.run, {}))

    def test_no_input_comes_to_no_end(self) -> None:
        """Not even by doing nothing: such a loop would hang at the table."""
        files = rule_sources(procedure.fn.__module__ for procedure in self.ruleset.procedures)
        session = self.session(0)
        with counted(set(files)) as lines:
            play_random(session, Random(0), most=220, each=lambda _: lines.begin())

    def test_the_source_holds_nothing_that_a_replay_could_not_repeat(self) -> None:
        """Neither in the modules of the procedures nor in what those import of the same package."""
        for file in rule_sources(procedure.fn.__module__ for procedure in self.ruleset.procedures):
            assert list(forbidden(file.read_text(encoding="utf-8"))) == [], file.name


def _leads_nowhere(action: Action) -> bool:
    return action.open and bool(action.param) and all(option.why_not is not None for option in action.values)


def _entities(table: AnyTable) -> list[Entity]:
    models = [model for unit in table.units.values() for model in unit.miniatures]
    return [table, *table.sides.values(), *table.units.values(), *models]


def _own_attributes(entity: Entity) -> set[str]:
    declared = {item.name for item in dataclasses.fields(entity)}
    return declared | ({"_owner", "_entities", "_departed"} if isinstance(entity, Table) else set())


def _identity(session: Session) -> Any:
    """What is asked and of whom; names of units may be in the words and in the names of dice."""
    request = session.request
    return None if request is None else (request.key, request.kind, request.by, session.sealed)


def _check_scenes(session: Session, entry: JournalEntry) -> None:
    for scene in session.ruleset.story(session.table, entry):
        assert set(scene.units) <= set(session.table.units), entry.title
        for told in scene.sentences:
            assert told.rstrip(")").endswith((".", ":", "?", "!")), told
            assert told == " ".join(told.split()), told
            assert ".." not in told, told
            assert "_" not in told or "_" in "".join(unit.name for unit in session.table.units.values()), told
