"""The law of a game that knows the odds of all its dice."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.requests import Roll
from companion.testing.games import RandomGames
from tests.odds.stepping import odds_of


class OddsOfEveryRoll(RandomGames):
    """In random games every roll has odds, and no request's odds fail or disagree with themselves.

    `rolls` are names of requests that the games must come to.
    """

    rolls: ClassVar[set[str]]

    def test_every_roll_has_odds(self) -> None:
        seen = set()
        for session, _ in self.moments(150):
            request = session.request
            if request is None:
                continue
            if isinstance(request, Roll):
                assert request.odds is not None, request.key
            if session.odds() is not None:
                odds_of(session)
                seen.add(request.name)
        assert self.rolls <= seen
