"""The rulings book in plain text: what bears on a prompt, and the word `ruling`."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Event
from companion.frontend.rulings import RulingBook
from companion.frontend.typed import is_whole, whole


def offered_lines(book: RulingBook, *, similar: bool = False) -> Iterator[str]:
    """One line for every ruling on the open prompt or its numbers; those on `similar` questions where wanted."""
    for offer in book.offers():
        if offer.alike == "same" or similar:
            row = offer.ruling
            like = "Ruled before" if offer.alike == "same" else "Ruled before, for something similar"
            how = f"Not now: {offer.why_not}" if offer.why_not else f"Ruling {row.n} decides so again"
            yield f"{like} ({book.made_in(row)}): {offer.words}, {row.words}. {how}."


def keeping_lines(book: RulingBook) -> Iterator[str]:
    """How the ruling that was just made is kept; nothing outside a campaign, or where it cannot be."""
    if not book.there:
        return
    try:
        choices = book.meanings(book.last_key())
    except InvalidInput:
        return
    yield "This holds here and now. To keep it for the campaign say what it means:"
    for one in choices:
        yield f"  ruling keep {one.ruling.meaning}: {one.words}."


def ruling(book: RulingBook, text: str) -> tuple[list[Event], list[str]]:
    """What the word `ruling` does: the events of one that was applied, or lines to print. Raises InvalidInput."""
    first, _, rest = text.strip().partition(" ")
    word, rest = first.casefold(), rest.strip()
    if not book.there:
        raise InvalidInput("this session is no battle of a campaign", hint="rulings are kept in campaigns")
    if not word:
        return [], [*(book.lines() or ["There are no rulings yet."]), *offered_lines(book, similar=True)]
    if is_whole(word):
        return book.apply(whole(word), rest), []
    if word == "keep":
        means, _, more = rest.partition(" ")
        scope = "battle" if more.strip().casefold() == "battle" else "campaign"
        line = "" if scope == "battle" else more.strip()
        row = book.keep_as(book.last_key(), means.casefold(), line=line, scope=scope)
        return [], [f"Ruling {row.n} is kept for {'this battle' if scope == 'battle' else 'the campaign'}."]
    if word == "note":
        return [], [f"Note {book.note(rest).n} is kept."]
    number, _, why = rest.partition(" ")
    if word == "accept":
        return [], [f"Ruling {book.accept(whole(number)).n} holds from now on."]
    if word == "drop":
        return [], [f"Ruling {book.drop(whole(number), why.strip()).n} holds no more."]
    raise InvalidInput(
        f"ruling does not know {first!r}", hint="ruling, ruling 2, ruling keep total, note, accept, drop"
    )
