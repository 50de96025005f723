"""Rulings of a campaign on screen: those that bear on a question, and what one that was just made means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.sentences import refusal
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

if TYPE_CHECKING:
    from companion.store.rulings import Offer


class RulingValue(NamedTuple):
    """What a row of a ruling stands for: its number in the book, and the key of what it bears on."""

    n: int
    key: str


def offer_row(book: RulingBook, offer: Offer) -> Row:
    """A ruling that bears on the question: what it would do, why, who made it; closed if it cannot be applied."""
    row = offer.ruling
    like = "" if offer.alike == "same" else "for something similar: "
    lines = [plain(f"{like}{offer.words}", "bold"), plain(f"  {row.words}"), plain(f"  {book.made_in(row)}", "$quiet")]
    if offer.why_not:
        lines.append(plain(f"  {offer.why_not}", "$warning"))
    return Row(RulingValue(row.n, offer.key), Content("\n").join(lines), closed=bool(offer.why_not))


def offered_words(book: RulingBook) -> str:
    """One line where a ruling was made on the same question; empty if none was. Similar ones are under why."""
    found = [offer for offer in book.offers() if offer.alike == "same"]
    if not found:
        return ""
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"Ruled before: {found[0].words}{more}. See why."


def ask_meaning(book: RulingBook, key: str, ask: Callable[..., None], then: Callable[[str], None]) -> bool:
    """Asks what a ruling that was just made means, and keeps it; False if there is nothing to ask.

    `ask` asks as a screen does; `then` gets a sentence about what was kept, or why it could not be; empty: nothing was.
    """
    try:
        choices = book.meanings(key) if book.there else []
    except InvalidInput:
        return False
    if not choices:
        return False

    def keep(chosen: int) -> None:
        meant = choices[(chosen - 1) % len(choices)]
        try:
            row = book.keep(meant, scope="campaign" if chosen <= len(choices) else "battle")
        except InvalidInput as fault:
            then(refusal(fault))
        else:
            then(f"Ruling {row.n} is kept")

    answers: list[tuple[int | None, str]] = [(None, "Only this once")]
    answers += [(n, f"In this campaign: {one.words}") for n, one in enumerate(choices, 1)]
    answers += [(n + len(choices), f"In this battle: {one.words}") for n, one in enumerate(choices, 1)]
    question = "What does the ruling mean, when the same question comes again?"
    ask(question, answers, keep, after=lambda: then(""))
    return True
