"""Every game of the tree over the line protocol: played to its end by a bot, and fed with nonsense."""

from random import Random
from typing import Any

import pytest

from companion.engine import log, registry
from companion.engine.session import Session
from companion.frontend.hooks import Hooks
from companion.play.json_lines import Conversation
from companion.play.table_text import table_lines
from tests.examples import table_of
from tests.play.bot import Message, move
from tests.play.held import Held
from tests.play.talking import Line, heard, opening
from tests.searching import seeds


def talk_of(game: str, seed: int) -> Conversation:
    return Conversation(Held(Session(table_of(game), rng=Random(seed)) if game else None, seed=seed))


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_a_bot_that_knows_only_the_protocol_is_never_refused_and_told_all(game: str) -> None:
    """Every roll is followed by its result, every prompt of a fight shows both sides and what it costs."""
    talk, rng, rolls, fights, seq = talk_of(game, 3), Random(3), 0, 0, 0
    standing = opening(talk)[1]
    for _ in range(5000):
        before, out = standing, heard(talk, move(standing, rng))
        standing = out[-1]
        numbers = [line["seq"] for line in out if line["type"] == "change"]
        assert numbers == list(range(seq + 1, seq + 1 + len(numbers)))
        seq += len(numbers)
        assert standing["type"] in ("prompt", "rest", "bye"), standing
        if standing["type"] == "bye":
            break
        if before["type"] == "prompt" and before["kind"] == "roll":
            result = next(line for line in out if line["type"] == "result")
            assert result["key"] == before["key"]
            assert result["text"]
            assert all(len(group["faces"]) == len(group["marks"]) for group in result["groups"])
            rolls += 1
        if standing["type"] == "prompt" and standing["standing"]:
            assert len({fighter["side"] for fighter in standing["standing"]}) > 1, standing["key"]
            assert all(fighter["rows"] for fighter in standing["standing"])
            assert all(cost["spend"] > 0 for cost in standing["cost"])
            fights += 1
    assert standing["type"] == "bye"
    assert talk.opened.session.table.over is not None
    assert min(rolls, fights) > 5


NUMBERS: list[Any] = [0, 1, -1, 3, 99_999, 2.5, True, False, None]
ODD = [*NUMBERS, "", "x", "roll", [], [1], ["x"], [[1]], {}, {"a": 1}, {"x": True}, {"parts": {"a": 1}}, {"parts": 3}]
FIELDS = ["procedure", "with", "value", "by", "of", "field", "change"]
FIELDS += ["why", "between", "flags", "key", "dry", "keep", "count"]


def nonsense(talk: Conversation, standing: Message, rng: Random) -> Line:
    """No JSON, or the right words with any values: adjustments, rulings, amendments, contacts, steps back."""
    session = talk.opened.session
    table = session.table
    units = table.units.values()
    minis = [model for unit in units for model in unit.miniatures]
    things: list[Any] = [table, *table.sides.values(), *units, *minis]
    one, two = rng.choice(things), rng.choice(things)
    field = rng.choice(list(one.specs())) + rng.choice(["", "", "", ".", ".x"])
    value = rng.choice([*ODD, two.id])
    run = session.run
    known = [*run.context.tallies, *(given.key for given in run.answers)] if run is not None else []
    words = [word for word in talk.can() if word != "quit"]
    said: list[Line] = [
        rng.randbytes(rng.randint(0, 40)).replace(b"\n", b" "),
        {"do": rng.choice(words), **{name: rng.choice([value, *ODD]) for name in rng.sample(FIELDS, 3)}},
        {"do": "adjust", "of": one.id, "field": field, "value": value},
        {"do": "adjust", "of": one.id, "field": field, "change": rng.choice([1, -1, 5])},
        {"do": rng.choice(["touch", "part"]), "between": [one.id, two.id], "flags": {"x": value} if value else {}},
        {"do": rng.choice(["undo", "redo"]), "count": rng.choice([1, 1, 2, 5])},
        {"do": "overrule", "key": rng.choice([*known, standing.get("key", "x")]), "value": value},
        {"do": "amend", "key": rng.choice([*known, "x"]), "value": value, "dry": rng.random() < 0.5},
        {"do": "answer", "value": value},
        {"do": "state"},
        {"do": "odds"},
        {"do": "leave", "keep": rng.random() < 0.5},
    ]
    return rng.choice(said)


@pytest.mark.parametrize("game", ["", *registry.BUILT_IN])
@seeds(0, 1, 2, 3)
def test_nonsense_is_answered_and_never_fells_the_program(game: str, seed: int) -> None:
    talk, rng = talk_of(game, seed), Random(seed)
    for _ in range(150):
        standing = opening(talk)[1]
        message = move(standing, rng) if rng.random() < 0.5 else nonsense(talk, standing, rng)
        if message == {"do": "quit"}:
            break
        heard(talk, message)
        log.lines(talk.opened.session)
        list(table_lines(Hooks(talk.opened)))
