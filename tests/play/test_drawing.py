"""`draw` answers whatever is chosen, as the app at a side does in secret: by the odds, else what is marked."""

import json

import pytest

from companion.frontend.app_player import AppPlayer
from companion.play.json_lines import Conversation
from tests.games.everything import OPEN, SECRET, asking
from tests.play.held import Held

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
    decision = AppPlayer("red").decide(session)
    assert decision is not None
    assert decision.act is not None
    _ = decision.act(session)
    assert session.request is not None
    assert session.request.name == "then"
