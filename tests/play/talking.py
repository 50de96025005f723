"""Talking to a `Conversation` as a program does: JSON out, JSON back, every answer closed by one line."""

import json
from collections.abc import Sequence
from typing import Any

from companion.play import json_lines
from companion.play.json_lines import Conversation
from companion.play.messages import Message as Sent

Message = dict[str, Any]
Line = bytes | Message | None

CLOSING = {"prompt", "rest", "preview", "state", "odds", "answers", "error", "bye"}
"""The types of which every answer has exactly one, last."""


def read(sent: Sequence[Sent]) -> list[Message]:
    """The lines as the other program reads them."""
    return [json.loads(json_lines.encode(message)) for message in sent]


def opening(talk: Conversation) -> list[Message]:
    return read(talk.opening())


def heard(talk: Conversation, said: Line) -> list[Message]:
    """The whole answer to one line."""
    out = read(talk.handle(json.dumps(said).encode() if isinstance(said, dict) else said))
    assert [m["type"] in CLOSING for m in out] == [False] * (len(out) - 1) + [True]
    return out


def say(talk: Conversation, **said: Any) -> list[Message]:
    return heard(talk, said)


def last(talk: Conversation, **said: Any) -> Message:
    return heard(talk, said)[-1]
