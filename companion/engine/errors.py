"""What can go wrong, by who is to blame for it."""


class InvalidInput(Exception):
    """An input that the table cannot take. Nothing has changed; what stood still stands.

    `message` says what is wrong, `hint` what would be right (or is empty), `code` is the rulebook's or digest's
    own name for the refusal where it has one.
    """

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class InvalidValue(InvalidInput):
    """A value that its field's declaration does not allow."""


class RuleFault(Exception):
    """A ruleset did what a rule author may not do. The input that led here is refused, never written."""


class NotSaved(Exception):
    """The recorder could not make an input durable (full disk, lost folder). The input was taken back."""
