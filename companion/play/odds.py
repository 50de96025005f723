"""`companion odds`: chances of the open request of a session, or of a game without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.odds import Calculator, Odds, Setting
from companion.engine.registry import find
from companion.frontend.saying.odds import looked_at, told, words_of
from companion.frontend.typed import whole
from companion.play import messages
from companion.store.opening import open_session


def of_session(file: Path, goal: str, as_json: bool) -> list[str]:
    """The chances of what stands in a session, for this goal, as `lines`; the session stays as it is.

    Raises InvalidInput where there are none.
    """
    opened = open_session(file, read_only=True)
    try:
        found, _ = looked_at(opened.session, goal)
        session = opened.session
        return lines(found, as_json, words_of(session))
    finally:
        opened.close()


def of_game(game: str, words: Sequence[str]) -> Odds:
    """The chances for words such as `--attack 3 --active defender`. Raises InvalidInput with what can be said."""
    calculator = find(game).calculator
    if calculator is None:
        raise InvalidInput(f"{game} answers no odds without a session")
    return calculator.odds(_values(calculator, words))


def help_lines(game: str) -> list[str]:
    """What can be said for a game, a line a word."""
    calculator = find(game).calculator
    if calculator is None:
        return [f"{game} answers no odds without a session."]
    lines = [f"companion odds {game}: {calculator.help}"]
    for parameter in calculator.parameters:
        if isinstance(parameter.default, bool):
            lines.append(f"  --{parameter.name}: {parameter.help}")
        else:
            legal = "|".join(parameter.choices) or f"{parameter.lo}-{parameter.hi}"
            lines.append(f"  --{parameter.name} {legal}: {parameter.help} ({parameter.default})")
    return lines


def lines(found: Odds, as_json: bool, words: Callable[[str], str] = str) -> list[str]:
    """The chances as text, options in these words, or as one line of JSON: the `odds` line of the protocol."""
    if as_json:
        return [messages.as_line(messages.odds(found, None))]
    return told(found, words)


def _values(calculator: Calculator, words: Sequence[str]) -> Mapping[str, Setting]:
    known: dict[str, Any] = {f"--{parameter.name}": parameter for parameter in calculator.parameters}
    values: dict[str, Setting] = {}
    left = list(words)
    while left:
        word, equals, joined = left.pop(0).partition("=")
        parameter = known.get(word)
        if parameter is None:
            raise InvalidInput(f"{word!r} says nothing here", hint=" ".join(known))
        if isinstance(parameter.default, bool):
            values[parameter.name] = _flag(word, joined) if equals else True
            continue
        if not joined and (equals or not left):
            raise InvalidInput(f"{word} takes a value")
        text = joined or left.pop(0)
        values[parameter.name] = whole(text, word) if isinstance(parameter.default, int) else text
    return values


def _flag(word: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise InvalidInput(f"{word} cannot be {text!r}", hint=f"{word}, {word}=yes or {word}=no")
    return text == "yes"
