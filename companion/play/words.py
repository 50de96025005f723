"""The words of plain play, declared once for the reader and for `help`, and what they know of the sitting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.clocks import Clocks
from companion.frontend.hooks import Hooks
from companion.frontend.opened import OpenSession
from companion.frontend.rulings import RulingBook
from companion.frontend.typed import whole
from companion.play.past_words import Changing


class Word(NamedTuple):
    """One word. `short` are other ways to type it."""

    name: str
    short: tuple[str, ...]
    usage: str
    help: str


WORDS: Final = (
    Word(
        "undo",
        ("u",),
        "undo, undo 3, undo to 12, undo to round 2, undo anyway",
        "undo the last answer, or the last three; take play back to a line of the log or to a round; over a border of "
        "the campaign",
    ),
    Word(
        "change",
        (),
        "change, change 12, change 12 ANSWER, change yes",
        "the answers that can be changed; ask the one in line 12 of the log again; see what another answer would "
        "change and what must be played again; do it",
    ),
    Word("redo", ("r",), "redo", "redo what was undone"),
    Word("why", ("w",), "why", "where the numbers and limits of this prompt come from, and which rule says so"),
    Word("closed", ("c",), "closed", "what may not be chosen or started now, and why"),
    Word("steps", (), "steps", "every step of this procedure, with what was skipped and why"),
    Word("again", (), "again", "print what is asked once more, whole"),
    Word("state", (), "state", "the whole table: units, what they have left, who fights whom"),
    Word("unit", (), "unit NAME", "its whole card: what it has left, weapons and traits with their texts, its history"),
    Word("remember", (), "remember", "what is easily forgotten: who has not acted, what ends, what must be fought"),
    Word("tables", (), "tables, tables NAME", "the tables of the game: all their names, or one of them whole"),
    Word("log", (), "log, log 50, log all", "what happened so far; all: what is only kept count of too"),
    Word("find", (), "find WORDS", "the lines of the log with these words in them"),
    Word(
        "then",
        (),
        "then 12; then round 3; then UNIT; then before, then next; then loss, then melee, then next loss",
        "the table as it was at that line of the log; nothing is undone. One line back or on; the loss or melee before "
        "the line that was looked at last, or the next",
    ),
    Word(
        "odds",
        (),
        "odds, odds trade, odds kill, odds survive, odds pick",
        "chances, where the game knows them, for that goal; let the app answer as best play does",
    ),
    Word("luck", (), "luck", "what each player rolled against what such dice show on average"),
    Word(
        "adjust",
        (),
        "adjust UNIT FIELD VALUE why",
        "correct a value of a unit, a side or the table: +1 and -1 add, 3 or =-3 sets, yes, no and none are known; in "
        "a list +NAME adds one, -NAME takes it off, as in adjust UNIT weapons '+Long Axe' strength=2 found it",
    ),
    Word("dice", (), "dice, dice SIDE WORD", "the words that the app's dice follow from, beside its seed; add one"),
    Word("score", (), "score, score SIDE 2 why", "victory points and what they were for; so many more of a side"),
    Word("note", (), "note, note UNIT WORDS", "what is written on units; write on one, none empties it"),
    Word("mark", (), "mark UNIT WORD", "a word beside its name"),
    Word(
        "join",
        (),
        "join, join SIDE UNIT",
        "the units that there are; one of them, or one of a line as Grim, axe +2, joins a side between procedures",
    ),
    Word("roster", (), "roster", "the units of every side as lines of text, as join and --roster take them"),
    Word("remove", (), "remove UNIT why", "a unit leaves the game; undo brings it back"),
    Word(
        "mini",
        (),
        "mini UNIT joins why, mini UNIT 3 leaves why",
        "a mini comes late, or is taken off and is no casualty",
    ),
    Word(
        "touch",
        (),
        "touch UNIT UNIT; touch UNIT UNIT engaged=no",
        "two units are in contact from now on; what is set of it is the first unit's",
    ),
    Word("part", (), "part UNIT UNIT", "two units are no longer in contact"),
    Word(
        "overrule",
        (),
        "overrule; overrule 1 5 why; overrule answer 'VALUE' why",
        "list what the app has computed; let another number count; answer against the rules",
    ),
    Word(
        "ruling",
        (),
        "ruling; ruling 2; ruling 2 NAME; ruling keep total; ruling keep difference battle; ruling note WORDS; "
        "ruling accept 2; ruling drop 2 why",
        "in a campaign: the rulings made so far; decide as ruling 2 did; keep the last overrule for the campaign (as a "
        "total, a difference, a line left out or an answer) or for this battle alone",
    ),
    Word(
        "leave",
        (),
        "leave keep why, leave back why",
        "break the procedure off, and keep or undo what happened in it",
    ),
    Word("back", (), "back, back 3", "give up choosing what to start; the table as it was three inputs ago"),
    Word("clock", (), "clock, clock start, clock stop", "how long each player has been deciding; never saved"),
    Word(
        "report",
        (),
        "report, report FILE.html, report FILE.md",
        "write the battle so far as a page to read, beside the session or to that file",
    ),
    Word("save", (), "save", "write the readable file now; every answer is on disk already"),
    Word("takeover", (), "takeover", "play a session that was only read here, when nothing is in the way any more"),
    Word(
        "help",
        ("?",),
        "help, help WORD, help all",
        "how to answer, and the names of all words; how one is typed; how each is",
    ),
    Word("quit", ("q", "exit"), "quit", "stop; the session goes on from here next time"),
)

ANSWERS: Final = (
    "Answer with the number of a line or its words; y or n; dice as faces, 42251, 3x5 2x1 or 9+ (nine succeed), or",
    "roll; a split as 2 1, or attack 2 guard 1; a grid as 1 kills 2; 4 kills 1. Anything can be undone.",
)
"""How to answer."""

_BY_TYPED: Final = {typed: word.name for word in WORDS for typed in (word.name, *word.short)}


def help_lines(wanted: str) -> Iterator[str]:
    """How to answer with the names of all words; or how a word is typed, `all` for each.

    Raises InvalidInput where there is no such word.
    """
    asked = wanted.strip().casefold()
    meant = word_of(asked)[0]
    if asked and not meant and asked != "all":
        raise InvalidInput(f"{wanted.strip()!r} is no word", hint="help lists them")
    if not meant:
        yield from ANSWERS
    if not asked:
        yield f"Words: {', '.join(word.name for word in WORDS)}."
        yield "help and a word says how it is typed; help all says it of each."
    yield from (f"  {word.usage}: {word.help}." for word in WORDS if asked == "all" or word.name == meant)
    if not meant:
        yield "Where an option has the same name as a word, :word means the word."
        yield "An answer in words of your own that begins as a word does stands in quotes."


def word_of(line: str) -> tuple[str, str]:
    """The word that a line begins with, and the rest of it; no word where it is an answer."""
    # However many blanks or tabs stand between: nobody who types by ear sees them.
    first, rest = [*line.expandtabs(1).strip().removeprefix(":").split(maxsplit=1), "", ""][:2]
    return _BY_TYPED.get(first.casefold(), ""), rest


class Talk(Protocol):
    """The sitting that a word is typed in: `Plain`, as its words know it."""

    opened: OpenSession
    hooks: Hooks
    book: RulingBook
    changing: Changing
    clocks: Clocks
    looked_at: int | None

    @property
    def session(self) -> Session: ...
    def say(self, *lines: str) -> None: ...
    def tell(self, happened: list[Event]) -> None: ...
    def answered(self, give: Callable[[str], list[Event]]) -> None: ...
    def ask(self, *, whole: bool = False) -> None: ...
    def closed(self) -> list[str]: ...
    def ask_again(self) -> None: ...
    def forget_choice(self) -> bool: ...
    def close(self) -> None: ...


Act = Callable[[Talk, str], None]
"""What a word does with what is typed behind it."""


def how_many(rest: str, default: int = 1) -> int:
    """A typed number, 1 or more; the default where none is typed. Raises InvalidInput."""
    count = whole(rest.strip(), "a number, 1 or more") if rest.strip() else default
    if count < 1:
        raise InvalidInput("a number, 1 or more, is wanted")
    return count


def saved_words(opened: OpenSession) -> str:
    """Where all that was played is; a seat has no file of its own."""
    return "The shared table keeps the game." if opened.at_seat else f"Saved in {opened.file}."
