"""The request for a few words of the players' own."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Text
from companion.frontend.request_words import ask_of
from tests.games.duel import example


@pytest.mark.parametrize(("said", "kept"), [("", ""), ("  Smoke ", "Smoke"), ("Ö – 3 × [b]", "Ö – 3 × [b]")])
def test_a_text_is_one_line_without_blanks_around_it(said: str, kept: str) -> None:
    request = Text("words", by="red", title="Which?")
    assert request.check(said) == kept
    assert request.check(ask_of(request, example()).answer(said)) == kept


@pytest.mark.parametrize("wrong", [3, None, ["a"], "two\nlines", "\x1b[2J", "x" * 201])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(InvalidInput):
        Text("words", by="red", title="Which?").check(wrong)


def test_plain_text_says_what_may_be_typed() -> None:
    assert list(ask_of(Text("words", by="red", title="Which?"), example()).lines()) == [
        "  A few words of your own. Enter alone leaves them out."
    ]
    assert Text("words", by="red", title="Which?").schema() == {"most": 200}
