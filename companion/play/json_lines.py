"""`companion play FILE --json`: a session driven by a program, one JSON object a line in, one a line out.

Every line in is answered by zero or more `change`, `note`, `result`, `done` and `notice` lines and then exactly one
of `prompt`, `rest`, `preview`, `state`, `odds`, `answers`, `error`, `bye`. docs/protocol.md describes the fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, BinaryIO, Final

from companion.engine.amending import preview
from companion.engine.errors import RULES_FAIL, InvalidInput, NotSaved
from companion.engine.goals import GOALS
from companion.engine.requests.base import UNANSWERED
from companion.engine.session import Session
from companion.engine.state.adjustments import revert
from companion.engine.state.changes import Change, Event
from companion.frontend.amending import answered
from companion.frontend.calls_in import call
from companion.frontend.hooks import Hooks, rules_failed
from companion.frontend.lines_in import parse, read_lines
from companion.frontend.opened import OpenSession, take_over, undo
from companion.frontend.past_view import hooks_ago
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.luck import known_dice
from companion.frontend.saying.odds import looked_at
from companion.play import messages
from companion.play.messages import Message

RULING_WORDS: Final = ("apply_ruling", "keep_ruling")
_USUAL_WAIT: Final = 60
_LONGEST_WAIT: Final = 600
"""Seconds."""
READS: Final = ("state", "odds", "seek", "answers", "take_over", "wait", "quit")
"""The words that a reader may say."""


class Conversation:
    """One program's talk with one session: its method `do_undo` carries the word `undo` out, and so on."""

    def __init__(self, opened: OpenSession) -> None:
        self.opened = opened
        self._hooks = Hooks(opened)
        self._book = RulingBook(opened)
        self.over = False
        self._sent: list[Change] = []
        """Every change that was sent, in order: its number in the conversation is its place, from 1."""
        self._reported_trouble = ""
        self._others_did = False
        """Whether the line that is answered finds others' doing, of which nothing was said yet."""

    def can(self) -> list[str]:
        """The words that this session takes: none that write where it is read-only, odds where its game has them."""
        return [
            word
            for word in WORDS
            if (word != "take_over" if not self.opened.read_only else word in READS)
            and (word != "wait" or self.opened.at_seat)
            and (word != "odds" or self.opened.session.ruleset.knows_odds)
            and (word not in RULING_WORDS or self._book.there)
        ]

    def opening(self) -> list[Message]:
        """Hello, and what stands."""
        hello = messages.hello(self.opened, self.can())
        try:
            return [hello, *self._stands()]
        except RULES_FAIL as fault:
            return [hello, messages.error(rules_failed(fault))]

    def handle(self, line: bytes | None) -> list[Message]:
        """The answer to one line (None: a line that was too long). The last message closes the answer."""
        changed: list[Message] = []
        if self.opened.at_seat:
            before = self.opened.session
            self.opened.follow()
            changed = self._heard(before)
            self._others_did = bool(changed)
        elif self.opened.read_only and self.opened.follow():
            changed = [messages.notice("another program changed this session", "changed")]
        return [*changed, *self._answer_to(line)]

    def _answer_to(self, line: bytes | None) -> list[Message]:
        try:
            command = parse(line)
            word = command.get("do")
            if not isinstance(word, str):
                raise InvalidInput("'do' must be text")
            if word in WORDS and word not in READS and self.opened.read_only:
                raise InvalidInput("this session is open read-only", hint=self.opened.session.read_only)
            if word not in self.can():
                raise InvalidInput(f"{word!r} cannot be done here", hint="one of: " + ", ".join(self.can()))
            told: list[Message] = call(getattr(self, f"do_{word}"), command)
            return told
        except InvalidInput as fault:
            return [messages.error(fault)]
        except NotSaved as fault:
            return [
                messages.error(InvalidInput(f"not saved: {fault}", hint="nothing was changed; make room and try again"))
            ]
        except OSError:
            raise
        except RULES_FAIL as fault:
            return [messages.error(rules_failed(fault))]

    def close(self) -> Message:
        """Lets go of the file and says goodbye."""
        self.over = True
        return messages.bye(self.opened, self.opened.close())

    # -- inputs ---------------------------------------------------------------------------------------------------

    def do_start(self, procedure: str, with_: dict[str, Any] | None = None) -> list[Message]:
        return self._went(self.opened.session.start(procedure, with_ or {}))

    def do_answer(self, value: Any, by: Any = UNANSWERED) -> list[Message]:
        session = self.opened.session
        request = session.request
        if request is None:
            raise InvalidInput("nothing is asked now", hint="start a procedure first")
        asked = request.by if isinstance(request.by, str) else list(request.by)
        by = asked if by is UNANSWERED else by
        may = tuple(session.table.sides) if asked == "table" else request.sides
        if by != asked and by not in may:
            raise InvalidInput(f"this is not for {by!r} to answer", hint="it is for " + " or ".join(request.sides))
        # A slot of a secret is named by its side; a joint request is answered once, by whoever writes.
        return self._went(session.answer(value, by=by if by in may else ""))

    def do_draw(self, goal: str = "") -> list[Message]:
        """Answers as best play does: the app draws from its mix, or takes the best option. Where odds know none, the
        likely answer is given."""
        session, request = self.opened.session, self.opened.session.request
        if goal not in ("", *GOALS):
            raise InvalidInput(f"there is no goal {goal!r}", hint=", ".join(GOALS))
        if request is None or (likely := request.likely()) is UNANSWERED:
            raise InvalidInput("nothing is chosen now", hint="odds tells what is")
        looked: list[Event] = []
        with suppress(InvalidInput):
            found, looked = looked_at(session, goal)
            mix = found.mix or (((found.safest, Fraction(1)),) if found.safest is not None else ())
            if mix:
                return self._went([*looked, *session.draw(mix, request.side)])
        return self._went([*looked, *session.answer(likely, request.side)])

    def do_adjust(
        self, of: str, field: str, value: Any = UNANSWERED, change: int | None = None, why: str = ""
    ) -> list[Message]:
        if (value is UNANSWERED) == (change is None):
            raise InvalidInput("an adjustment has either a value or a change")
        if change is not None:
            return self._set(self.opened.session.adjust(of, field, change=change, why=why))
        return self._set(self.opened.session.adjust(of, field, value, why=why))

    def do_touch(self, between: list[Any], flags: dict[str, Any] | None = None, why: str = "") -> list[Message]:
        return self._set(self.opened.session.connect(*_pair(between), flags or {}, why))

    def do_part(self, between: list[Any], why: str = "") -> list[Message]:
        return self._set(self.opened.session.disconnect(*_pair(between), why))

    def _set(self, events: Sequence[Event]) -> list[Message]:
        """What a manual adjustment led to; a notice where it changed nothing."""
        same = [] if events else [messages.notice("nothing changed: it is so already", "unchanged")]
        return [*same, *self._went(events)]

    def do_overrule(self, key: str, value: Any, why: str = "", across: bool = False) -> list[Message]:
        return self._went(self._book.overrule(key, value, why, across=across, hint='the same with "across": true'))

    def do_amend(
        self,
        key: str,
        value: Any,
        entry: int | None = None,
        dry: bool = False,
        lose: bool = False,
        across: bool = False,
    ) -> list[Message]:
        session = self.opened.session
        run, here = session.run, len(session.entries)
        known = {given.key for given in run.answers} | set(run.sealed_keys()) if run is not None else set()
        if run is not None and (entry == here or (entry is None and key in known)):
            return (
                [messages.preview(preview(session, here, key, value), None)]
                if dry
                else self._went(session.amend(key, value))
            )
        earlier = answered(self.opened, key, entry)
        closed = preview(session, earlier.place, key, value)
        if dry:
            return [messages.preview(closed, earlier.place)]
        if closed.lost and not lose:
            raise InvalidInput(
                f"this would have to be played again: {', '.join(closed.lost)}",
                hint='the same with "lose": true; "dry": true shows what would change',
                code="lost",
            )
        return self._went(earlier.change(value, across=across, hint='the same with "across": true'))

    def do_leave(self, keep: bool, why: str = "") -> list[Message]:
        return self._went(self.opened.session.leave(keep, why))

    def do_undo(self, count: int = 1, across: bool = False) -> list[Message]:
        return self._went(undo(self.opened, count, across=across, hint='the same with "across": true'))

    def do_redo(self, count: int = 1) -> list[Message]:
        return self._went(self.opened.session.redo(count))

    def _went(self, events: Sequence[Event]) -> list[Message]:
        return [*self._told(events), *self._stands()]

    def _told(self, events: Sequence[Event]) -> list[Message]:
        found = messages.happened(events, len(self._sent), known_dice(self.opened.session))
        self._sent += [event for event in events if isinstance(event, Change)]
        return found

    def _stands(self) -> list[Message]:
        """What stands now, behind what a person would be warned of."""
        stands = messages.standing(self._hooks, self._book)
        return [*self._warnings(), stands]

    def _warnings(self) -> list[Message]:
        """New trouble with the file, and each hook of the ruleset that failed to say its part of what comes next."""
        found: list[Message] = [messages.notice(text, "ruleset") for text in self._hooks.news()]
        trouble = self.opened.trouble
        if trouble and trouble != self._reported_trouble:
            found.insert(0, messages.notice(trouble, "file"))
        self._reported_trouble = trouble
        return found

    # -- questions ------------------------------------------------------------------------------------------------

    def do_state(self) -> list[Message]:
        found = messages.state(self._hooks)
        return [*self._warnings(), found]

    def do_odds(self, goal: str = "") -> list[Message]:
        found, events = looked_at(self.opened.session, goal)
        return [*self._told(events), messages.odds(found, self.opened.session.request)]

    def do_seek(self, seq: int | None = None, back: int | None = None) -> list[Message]:
        if back is not None and seq is None:
            then = hooks_ago(self.opened, back)
        elif seq is None or back is not None:
            raise InvalidInput(
                "seek has either a seq or a back", hint="seq: after that change; back: so many inputs ago"
            )
        else:
            if not 0 <= seq <= len(self._sent):
                raise InvalidInput(f"there was no change {seq}", hint=f"0 to {len(self._sent)}")
            then = hooks_ago(self.opened, 0)
            for change in reversed(self._sent[seq:]):
                revert(then.session.table, change)
        redo = self.opened.session.redo_count + then.session.redo_count
        return [messages.state(then) | {"redo": redo, "past": True}]

    def do_answers(self, last: int = 10) -> list[Message]:
        if last < 1:
            raise InvalidInput("'last' is how many procedures from the end, 1 or more")
        return [messages.answers(self.opened.session, last)]

    def do_apply_ruling(self, n: int, key: str = "") -> list[Message]:
        return self._went(self._book.apply(n, key))

    def do_keep_ruling(
        self, means: str, key: str = "", line: str = "", who: str = "", scope: str = "campaign"
    ) -> list[Message]:
        row = self._book.keep_as(key or self._book.last_key(), means, line=line, who=who, scope=scope)
        return [messages.notice(f"ruling {row.n} is kept", "ruling"), *self._stands()]

    def do_save(self) -> list[Message]:
        self.opened.save()
        if not self.opened.saved:
            raise InvalidInput(f"not saved: {self.opened.trouble}")
        return self._stands()

    def do_take_over(self) -> list[Message]:
        take_over(self.opened)
        return [messages.notice("this program plays the session from now on", "changed"), *self._stands()]

    def do_wait(self, seconds: int = _USUAL_WAIT) -> list[Message]:
        """Until somebody else has done something that shows, or these seconds are over."""
        before = self.opened.session
        if not self._others_did:
            self.opened.follow(min(_LONGEST_WAIT, max(0, seconds)))
        return [*self._heard(before), *self._stands()]

    def _heard(self, before: Session) -> list[Message]:
        """What others did since the last line; where the seat was away, the changes that were sent lead nowhere."""
        session = self.opened.session
        if session is not before:
            self._sent.clear()
            return [messages.notice("the table was away; this is what stands", "changed")]
        events, session.heard = session.heard, []
        return self._told(events)

    def do_quit(self) -> list[Message]:
        return [self.close()]


def _pair(between: list[Any]) -> tuple[str, str]:
    if len(between) != 2 or not all(isinstance(of, str) for of in between):
        raise InvalidInput("'between' must be two ids")
    return between[0], between[1]


WORDS: Final = tuple(name.removeprefix("do_") for name in vars(Conversation) if name.startswith("do_"))
"""All that a program may say, in the order of the methods."""


def play(opened: OpenSession, source: BinaryIO, target: BinaryIO) -> None:
    """Talks until `quit`, the end of the input or an interrupt. Nothing but JSON lines goes to `target`."""

    def send(out: Sequence[Message]) -> None:
        for message in out:
            target.write(encode(message))
        target.flush()

    talk = Conversation(opened)
    send(talk.opening())
    with suppress(KeyboardInterrupt):
        for line in read_lines(source):
            send(talk.handle(line))
            if talk.over:
                return
    send([talk.close()])


def encode(message: Message) -> bytes:
    """One line of the protocol, with its end."""
    return messages.as_line(message).encode() + b"\n"
