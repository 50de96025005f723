"""One side by the app: whole games of every ruleset against people who do anything, and what it decides by."""

import json
from collections import Counter
from itertools import product
from random import Random

import pytest

from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput
from companion.engine.registry import find, names
from companion.engine.seed import Seed
from companion.engine.session import Session
from companion.frontend.app_player import TEMPERS, USUAL, AppPlayer
from companion.play.json_lines import Conversation
from companion.play.random_player import RandomPlayer
from tests.examples import present, table_of
from tests.games.everything import OPEN, SECRET, asking
from tests.play.held import Held
from tests.searching import one_in

MOST = 4000


class Evening:
    """A session of which the app plays the second side; a random player does whatever is left to people."""

    def __init__(self, game: str, temper: str, number: int, *, rolls: bool = False) -> None:
        ruleset = find(game)
        self.session = Session(table_of(ruleset), seed=Seed("5" * 64, 0, 2))
        self.side = [*self.session.table.sides][1]
        self.app = AppPlayer(self.side, temper, rolls=rolls)
        self.people, self.rng = RandomPlayer(Random(number)), Random(number)
        self.done: Counter[str] = Counter()
        self.wishes: list[str] = []

    def acts(self) -> None:
        """What the app does now; it must do something."""
        decision = present(self.app.decide(self.session))
        present(decision.act)(self.session)

    def waits(self) -> bool:
        """Whether it leaves what stands now to people."""
        decision = self.app.decide(self.session)
        return decision is not None and decision.act is None

    def step(self) -> bool:
        """One input; False where the game is over."""
        session = self.session
        if session.run is None and session.table.over is not None:
            return False
        decision = self.app.decide(session)
        if decision is not None and decision.wish:
            self.wishes.append(decision.wish)
        if decision is not None and decision.act is not None:
            asked = session.request
            decision.act(session)
            self.done["start" if asked is None else asked.kind] += 1
            return True
        if session.run is not None:
            self.people.step(session)
        else:
            # Out of turn nothing need be done, and the turn of the app is its own.
            theirs = [one for one in session.actions() if one.open and one.kind != "out_of_turn"]
            free = [one for one in theirs if one.by != self.side] or [one for one in theirs if one.kind != "turn"]
            action = self.rng.choice(free)
            values = [one.value for one in action.values if one.why_not is None]
            session.start(action.name, {action.param: self.rng.choice(values)} if action.param else {})
        return True


@pytest.mark.parametrize(("temper", "game"), one_in(4, product(TEMPERS, names())))
def test_a_whole_game_is_played_to_its_end(game: str, temper: str) -> None:
    evening = Evening(game, temper, 1)
    table = evening.session.table
    if "turns" in table.options:
        table.options = {**table.options, "turns": min(table.options["turns"], table.round + 1)}
    for _ in range(MOST):
        if not evening.step():
            break
    assert evening.session.table.over is not None
    assert evening.done["start"] > 2
    assert evening.done["choose"] > 2
    assert "roll" not in evening.done


def bushido(temper: str = USUAL, *, rolls: bool = False) -> tuple[Evening, Session]:
    """An exchange where both are asked for their split."""
    evening = Evening("bushido", temper, 1, rolls=rolls)
    session = evening.session
    session.start("melee", {"pair": "hiro+oda"})
    while session.secret is None:
        decision = evening.app.decide(session)
        if decision is not None and decision.act is not None:
            decision.act(session)
        else:
            evening.people.step(session)
    return evening, session


def drawn_by_app(session: Session) -> list[AnswerRecord]:
    return [one for answers in session.all_answers() for one in answers if one.how == "drawn"]


def test_a_secret_choice_is_drawn_from_its_mix_and_no_part_of_it_is_what_the_other_side_sealed() -> None:
    evening, session = bushido()
    evening.acts()
    assert session.sealed == ["blue"]
    assert evening.app.decide(session) is None
    evening.people.step(session)
    assert [one.by for one in drawn_by_app(session)] == ["blue"]
    checks = session.dice_checks()
    assert checks
    assert all(one.fits for one in checks)
    drawn = set()
    for attack in range(3):
        evening, session = bushido()
        session.answer({"plan": "plain", "parts": {"attack": attack, "defence": 4 - attack}}, "red")
        evening.acts()
        drawn.add(repr(drawn_by_app(session)[0].value))
    assert len(drawn) == 1


def test_dice_are_left_to_people_unless_it_is_to_roll() -> None:
    for rolls in (False, True):
        session, app, decision = Evening("legion", USUAL, 1).session, AppPlayer("blue", rolls=rolls), None
        session.start("melee_attack", {"unit": "luke"})
        for _ in range(20):
            decision = app.decide(session)
            if session.request is not None and session.request.dice:
                break
            if decision is not None and decision.act is not None:
                decision.act(session)
            else:
                RandomPlayer(Random(1)).step(session)
        assert session.request is not None
        assert session.request.by == "blue"
        assert decision is not None
        assert (decision.act is not None, decision.left == session.request.key) == (rolls, not rolls)


def test_what_was_taken_back_is_not_done_again_at_once_and_what_was_refused_is_left_to_people() -> None:
    evening, session = bushido()
    evening.acts()
    session.undo()
    assert session.request is not None
    assert evening.waits()
    session.redo()
    assert session.sealed == ["blue"]
    evening, session = bushido()
    evening.app.refused(session)
    assert evening.waits()


def test_tempers_differ_and_unknown_ones_are_named() -> None:
    told = set()
    for temper in TEMPERS:
        evening = Evening("bushido", temper, 1)
        told.add(evening.app.wish(evening.session, evening.session.table.unit("itsunagi")))
    assert len(told) > 1
    assert "Itsunagi stays out of reach of Masaema Aya if that can be" in told
    with pytest.raises(InvalidInput, match="no temper"):
        AppPlayer("blue", "wild")


KINDS = [*((kind, False) for kind in OPEN), *((kind, True) for kind in SECRET)]


def drawn(talk: Conversation, **fields: object) -> str:
    return str(talk.handle(json.dumps({"do": "draw"} | fields).encode())[-1]["type"])


@pytest.mark.parametrize(("kind", "secret"), KINDS)
def test_a_program_has_any_choice_answered_by_one_word(kind: str, secret: bool) -> None:
    session = asking((kind, secret))
    talk = Conversation(Held(session))
    _ = talk.opening()
    assert session.request is not None
    assert drawn(talk, goal="glory") == "error", "no goal of that name"
    if session.request.dice:
        assert drawn(talk) == "error", "dice are thrown"
        return
    assert drawn(talk) == "prompt"
    assert session.request.name == "then"


@pytest.mark.parametrize("kind", SECRET)
def test_the_app_at_a_side_answers_every_kind_of_secret(kind: str) -> None:
    """Nobody else may answer it."""
    session = asking((kind, True))
    decision = present(AppPlayer("red").decide(session))
    _ = present(decision.act)(session)
    assert present(session.request).name == "then"
