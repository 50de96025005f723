"""What can go wrong, by who is to blame for it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_CORE: Final = Path(__file__).parents[1]
_RULES: Final = _CORE / "rules"


RULES_FAIL: Final = (Exception, SystemExit)
"""Whatever the code of a ruleset may raise. One that wants to end the program has failed, and ends nothing."""


class InvalidInput(Exception):
    """An input that the table cannot take. Nothing has changed.

    `message` says what is wrong, `hint` what would be accepted (or is empty), `code` is the rulebook's or ruleset's
    own name for the refusal if it has one.
    """

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code

    @property
    def with_hint(self) -> str:
        """What is wrong, and in brackets what would be accepted."""
        return self.message + (f" ({self.hint})" if self.hint else "")


class InvalidValue(InvalidInput):
    """A value that its field's declaration does not allow."""


class RuleFault(Exception):
    """A ruleset did what a rule author may not do. The input that led here is refused, never written."""


class NotSaved(Exception):
    """The recorder could not make an input durable (full disk, lost folder). The input is undone.

    `elsewhere` says it to who sits at another machine: it names no folder of this one.
    """

    def __init__(self, words: str, elsewhere: str = "") -> None:
        super().__init__(words)
        self.elsewhere = elsewhere or words


def blame(fault: BaseException) -> str:
    """What the code of a ruleset raised, in words, with the innermost file and line that are not Companion's own."""
    words = str(fault) if isinstance(fault, RuleFault) else f"{type(fault).__name__}: {fault}"
    place = ""
    trace = fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        file = Path(code.co_filename)
        if not file.is_relative_to(_CORE) or file.is_relative_to(_RULES):
            place = f" ({file.name}, line {trace.tb_lineno}, in {code.co_name})"
        trace = trace.tb_next
    return words + place
