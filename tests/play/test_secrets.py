"""Before a reveal nothing that is said differs by what was sealed, in JSON lines, in plain text and in the log."""

import json
from typing import Any

from companion.engine import log
from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Number
from companion.engine.ruleset import Action
from companion.play import json_lines
from companion.play.json_lines import Conversation
from tests.games.duel import Arena
from tests.games.odd import playing
from tests.play.held import Held
from tests.play.talking import say
from tests.play.test_plain import sit

BIDS = range(4)
"""As much as Ann and Bob have health."""


@procedure("Secret bids", (Step("1", "Bid"), Step("2", "Pay")))
async def bids(game: Context[Arena]) -> dict[str, Any]:
    """A secret with numbers, whose bounds an adjustment can move."""
    game.at("1")
    both = [game.table.unit(of) for of in ("ann", "bob")]
    slots = {u.side: Number("bid", by=u.side, title=f"How much does {u.name} bid?", lo=0, hi=u.health) for u in both}
    given = await game.secret("bid", title="Bid health", slots=slots)
    game.at("2")
    for unit in both:
        game.shift(unit, "health", -given[unit.side], "the bid")
    return {"red": given["red"], "blue": given["blue"]}


def held() -> Held:
    return Held(playing(bids, actions=lambda _: [Action("bids", "Bid in secret", bids)], started=False))


BEFORE_THE_REVEAL: list[dict[str, Any]] = [
    {"do": "state"},
    {"do": "seek", "back": 1},
    {"do": "seek", "seq": 0},
    {"do": "answer", "value": 9},
    {"do": "answer", "value": 3, "by": "red"},
    {"do": "save"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "state"},
    {"do": "undo"},
    {"do": "answer", "value": 99},
    {"do": "redo"},
    {"do": "amend", "key": "bids/bid:red+blue:red", "value": 2, "dry": True},
    {"do": "adjust", "of": "cid", "field": "health", "value": 1},
    {"do": "adjust", "of": "bob", "field": "skill", "value": 2},
    {"do": "adjust", "of": "ann", "field": "health", "change": -2, "why": "dropped"},
    {"do": "state"},
    {"do": "undo"},
    {"do": "state"},
    {"do": "leave", "keep": False},
    {"do": "undo"},
    {"do": "leave", "keep": True},
    {"do": "undo"},
    {"do": "answer", "value": -1},
]


def json_view(sealed: int, said: list[dict[str, Any]]) -> bytes:
    talk = Conversation(held())
    out = [
        talk.handle(b'{"do": "start", "procedure": "bids"}'),
        talk.handle(json.dumps({"do": "answer", "value": sealed}).encode()),
    ]
    out += [talk.handle(json.dumps(line).encode()) for line in said]
    told = "\n".join(line.text for line in log.lines(talk.opened.session))
    return b"".join(json_lines.encode(message) for answer in out for message in answer) + told.encode()


def test_the_conversation_is_the_same_byte_for_byte_whatever_was_sealed_until_the_reveal_tells_both() -> None:
    assert len({json_view(sealed, BEFORE_THE_REVEAL) for sealed in BIDS}) == 1
    for line in BEFORE_THE_REVEAL:
        assert len({json_view(sealed, [line]) for sealed in BIDS}) == 1, line
    seen = json_view(2, [{"do": "answer", "value": 3}]).decode()
    assert '"outcome": {"red": 2, "blue": 3}' in seen
    assert len({json_view(sealed, [{"do": "answer", "value": 3}]) for sealed in BIDS}) == len(BIDS)


def test_a_slot_whose_bounds_moved_is_asked_again_whatever_was_sealed() -> None:
    for sealed in BIDS:
        talk = Conversation(held())
        say(talk, do="start", procedure="bids")
        say(talk, do="answer", value=sealed)
        out = say(talk, do="adjust", of="ann", field="health", change=-1)
        assert (out[-1]["by"], out[-1]["sealed"], out[-1]["legal"]) == ("red", [], {"lo": 0, "hi": 2})
        again = say(talk, do="undo")
        assert (again[-1]["by"], again[-1]["sealed"]) == ("blue", ["red"])


def plain_view(sealed: int, lines: list[str]) -> str:
    """What is printed after the sealed line was taken: the line itself scrolls away."""
    return sit(["1", str(sealed), *lines, "quit"], held())[1]


def test_plain_play_says_nothing_of_what_was_sealed_and_reveals_both_together() -> None:
    words = ["u", "r", "log", "why", "state", "overrule", "99", "adjust ann health -2", "u", "again", "leave", "help"]
    seen = {plain_view(sealed, words) for sealed in BIDS}
    assert len(seen) == 1
    told = seen.pop()
    assert "In secret. Hand over to Rhea; the others look away." in told
    assert "Hand over to Boris" in told
    after = told.index("has sealed an answer")
    assert told[:after].endswith("\n" * 24 + "Rhea ")
    told = plain_view(2, ["3"])
    sealed, rhea, boris = map(told.index, ("Boris has sealed", "Revealed: Rhea: 2.", "Revealed: Boris: 3."))
    assert sealed < rhea < boris
