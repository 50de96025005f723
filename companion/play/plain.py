"""`companion play FILE --plain`: a session as text and typed lines, for screen readers and dumb terminals.

Nothing is drawn: what is printed stays true, no cursor moves, no colour tells anything. A line that cannot be taken
is explained and asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from typing import Final, TextIO

from companion.engine import log
from companion.engine.answers import answer_words
from companion.engine.bookkeeping import covers
from companion.engine.errors import RULES_FAIL, InvalidInput, NotSaved
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.changes import Change, Done, Event, Note, net
from companion.engine.state.results import Result
from companion.engine.wording import listed as in_words
from companion.frontend.answers import closed_lines, exact_option, listed, option_of
from companion.frontend.clean import clean
from companion.frontend.clocks import Clocks, deciding
from companion.frontend.hooks import Hooks, rules_failed
from companion.frontend.opened import OpenSession
from companion.frontend.request_words import ask_of
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.days import away_words
from companion.frontend.saying.luck import likely_words
from companion.frontend.saying.sentences import ADD_A_WORD, commitment_short, sentence, spaced, titled
from companion.frontend.typed import line_words
from companion.play import adjustments
from companion.play.past_words import Changing
from companion.play.plain_words import ACTS
from companion.play.request_text import Asked, action_meant, rest_lines, title
from companion.play.results import Told, change_lines, dice_first, is_told, result_lines
from companion.play.rulings import offered_lines
from companion.play.speech import own_words, spoken
from companion.play.table_text import table_lines
from companion.play.words import saved_words, word_of
from companion.report.recap import came_back, recap

ELSEWHERE: Final = ("result", "end")
"""Beside these a note says what plain play says anyway."""

_WAIT: Final = 60
"""Seconds that an empty line waits for the others at a shared table."""
LOWEST: Final = 24
"""The fewest lines that push a sealed answer out of sight."""


class Plain:
    """One sitting at a table of text."""

    def __init__(self, opened: OpenSession, target: TextIO, rows: int, now: datetime | None = None) -> None:
        self.opened = opened
        self._now = now
        self.hooks = Hooks(opened)
        self.book = RulingBook(opened)
        self.changing = Changing(opened)
        self.clocks = Clocks()
        self.looked_at: int | None = None
        """The line of the log that was looked at last; None when play has gone on."""
        self.over = False
        self._target = target
        self._rows = rows
        self._choosing: Action | None = None
        self._asked = Asked()
        self._answered = ""
        """The title of the request that was answered last."""
        self._handed = ""
        self._revealed = False
        """Whether answers were revealed just now."""
        self._faces: set[Told] = set()
        """The faces that were told in this procedure."""
        self._just: list[Event] = []
        """What was told in this procedure."""
        self._closed = 0
        """How many aftermaths of this sitting were told to be in the campaign."""
        self._reported_trouble = ""
        self._typed = ""
        """The line that was taken last."""

    @property
    def session(self) -> Session:
        """The session being played."""
        return self.opened.session

    def say(self, *lines: str) -> None:
        """Prints lines of text; names from players are made plain here, and signs are spoken as words."""
        for line in lines:
            self._target.write(clean(spoken(line, own_words(self.opened, self._typed))) + "\n")

    def greet(self) -> None:
        """The game, what was found on opening, and what stands."""
        table = self.session.table
        self.say(f"{table.name or self.opened.file.stem}, {self.session.ruleset.title}.")
        self.say(*(sentence(titled(notice)) for notice in self.opened.notices))
        # Once, before the first roll: nobody wants to hear 64 figures at every opening.
        if self.session.commitment and not self.session.entries and self.session.run is None:
            add = f"{ADD_A_WORD} Type {adjustments.DICE}. All of the figures: dice."
            self.say(commitment_short(self.session.commitment), add)
        if self.opened.read_only and not self.opened.notices:
            self.say(f"This session is open for reading only: {self.session.read_only}.")
        self._since()
        self.say("Type help for the words.")
        try:
            self.ask()
        except OSError:
            raise
        except RULES_FAIL as fault:
            self.say(f"Careful: {rules_failed(fault).with_hint}.")

    def _since(self) -> None:
        """What happened and how all stand, for those who come back to it after a while; the question comes next."""
        session, now = self.session, self._now
        if now is None or not came_back(session, self.opened.played, now):
            return
        self.say("", f"Since you left, {', '.join(away_words(self.opened.played, now))}:")
        *before, _ = recap(session, "")
        for at, told in enumerate(before):
            same = at > 0 and before[at - 1].round == told.round
            head = "" if same else f"{titled(session.table.spec.round_named(told.round))}: "
            self.say(f"  {head}{told.text}")
        self.say("This is how it stands.", *table_lines(self.hooks))

    def warn(self) -> None:
        """New trouble with the files, once."""
        trouble = self.opened.trouble
        if trouble and trouble != self._reported_trouble:
            self.say(f"{trouble}.")
        self._reported_trouble = trouble

    # -- asking ---------------------------------------------------------------------------------------------------

    def ask(self, *, whole: bool = False) -> None:
        """Prints what stands: of a fight what is new since it was last printed, or all of it."""
        self._target.write("\n")
        if whole:
            self._asked.forget()
        if self._choosing is not None:
            self.say(
                f"{self._choosing.title}: which {spaced(self._choosing.param)}?",
                *listed(self.session.table, self._choosing.values),
                "  back gives up.",
            )
        elif self.session.request is not None and not self.session.decides:
            names = [self.session.table.title(side) for side in self.session.awaited]
            self.say(f"{self.session.request.title}: {in_words(names)} on another screen. An empty line waits.")
        elif self.session.request is not None:
            self._hand_over()
            self.say(*self._asked.lines(self.session), *offered_lines(self.book))
        else:
            self._asked.forget()
            self._rest()

    def ask_again(self) -> None:
        """The one line that says what is still asked."""
        if self._choosing is not None:
            self.say(f"{self._choosing.title}: which {spaced(self._choosing.param)}? (again: the list)")
        elif self.session.request is not None:
            self.say(title(self.session) + ask_of(self.session.request, self.session.table).again)

    def prompt(self) -> None:
        """Says what the ruleset failed at, if it did, and that a line is waited for."""
        self.warn()
        self.clocks.turn(deciding(self.session))
        self.say(*(f"Careful: {text}." for text in self.hooks.news()))
        self._target.write("> ")
        self._target.flush()

    def _hand_over(self) -> None:
        request = self.session.request
        if self.session.secret is None or request is None or self.session.seat:
            self._handed = ""
        elif self._handed != request.key:
            self._handed = request.key
            self.say(f"In secret. Hand over to {self.session.table.title(str(request.by))}; the others look away.")

    def _rest(self) -> None:
        link = self.opened.campaign
        if link is not None and len(link.closed) > self._closed:
            from companion.frontend.saying.campaigns import went_to_rosters

            self._closed = len(link.closed)
            self.say(sentence(went_to_rosters(link)))
        self.say(*rest_lines(self.hooks))

    def closed(self) -> list[str]:
        """What may not be chosen or started now, each with its reason."""
        table, request = self.session.table, self.session.request
        if self._choosing is not None:
            return list(closed_lines(table, self._choosing.values))
        if request is not None:
            return list(closed_lines(table, request.options))
        return [f"  {action.title}: {action.why_not}." for action in self.hooks.actions() if not action.open]

    # -- taking a line --------------------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """One typed line: a word, or an answer to what stands. Where it cannot be taken, says why."""
        self._typed = line
        if self.opened.at_seat:
            if self._heard(line):
                return
        elif self.opened.read_only and self.opened.follow():
            self.say("The other program has gone on.")
        try:
            self._take(line)
        except InvalidInput as fault:
            self.say(f"Not taken: {fault.with_hint}.")
            self.ask_again()
        except NotSaved as fault:
            self.say(f"Not saved, and so not taken: {fault}. Nothing has changed.")
            self.ask_again()
        except OSError:
            raise
        except RULES_FAIL as fault:
            self.say(f"Careful: {rules_failed(fault).with_hint}.")

    def _heard(self, line: str) -> bool:
        """Tells what others did meanwhile; whether that is all: the line was to wait, or meant what stands no more."""
        asked, waits = self.session.request, not line.strip() and self.session.request is not None
        waits = waits and not self.session.decides
        if not self.opened.follow(_WAIT if waits else 0):
            self.say(*(["Nothing yet."] if waits else []))
            return waits
        heard, self.session.heard = self.session.heard, []
        self.tell(heard)
        return waits or self.session.request is not asked

    def _take(self, line: str) -> None:
        word, rest = word_of(line)
        if word != "change":
            self.changing.forget()
        if word and not self._is_answer(line):
            ACTS[word](self, rest)
        elif self._choosing is not None:
            self._chosen(self._choosing, line)
        elif self.session.request is not None:
            self._answer(line)
        else:
            self._start(line)

    def _is_answer(self, line: str) -> bool:
        """Whether a line that looks like a word is just what an option is called."""
        request = self.session.request
        if self._choosing is not None:
            return exact_option(self._choosing.values, line) is not None
        return request is not None and ask_of(request, self.session.table).is_answer(line)

    def _answer(self, line: str) -> None:
        session = self.session
        request = session.request
        if request is None:
            return
        if not line.strip() and request.enter is None:
            self.ask(whole=True)
            return
        value = ask_of(request, session.table).answer(line)
        self.answered(lambda side: session.answer(value, by=side))

    def answered(self, give: Callable[[str], list[Event]]) -> None:
        """Gives an answer to what stands, for the side whose turn it is, and says what came of it."""
        session = self.session
        request, secret = session.request, session.secret
        self._answered = request.title if request is not None else ""
        self._revealed = False
        side = request.side if secret is not None and request is not None else ""
        happened = give(side)
        if secret is not None:
            self._target.write("\n" * self._rows)
            self.say(sentence(log.sealed_words(session.table, side)))
            if session.secret is not secret:
                self._reveal([slot.key for slot in secret.slots.values()])
        self.tell(happened)

    def _reveal(self, keys: Sequence[str]) -> None:
        """What all sides had sealed, once all have."""
        given = self.session.run.answers if self.session.run is not None else self.session.entries[-1].answers
        for made in given:
            if made.key in keys:
                table = self.session.table
                self._revealed = True
                self.say(f"Revealed: {table.title(made.by)}: {answer_words(table, made)}.")

    def _start(self, line: str) -> None:
        if not line_words(line):
            self.ask()
            return
        action, value = action_meant(self.hooks.actions(), self.session.table, line)
        if action.why_not is not None:
            raise InvalidInput(f"{action.title}: {action.why_not}")
        if value:
            self._chosen(action, value)
        elif action.param and sum(o.why_not is None for o in action.values) != 1:
            self._choosing = action
            self.ask()
        else:
            self.tell(self.session.start(action.name))

    def _chosen(self, action: Action, line: str) -> None:
        happened = self.session.start(
            action.name, {action.param: option_of(action.values, line, self.session.table).value}
        )
        self._choosing = None
        self.tell(happened)

    def tell(self, happened: Iterable[Event]) -> None:
        """What happened, then what stands now."""
        table = self.session.table
        self.looked_at = None
        happened = list(dice_first(happened))
        heard = (event for event in happened if not isinstance(event, Note) or event.beside not in ELSEWHERE)
        said = [event.text for event in heard if isinstance(event, (Note, Result))]
        for kind, events in groupby(happened, type):
            told = list(events)
            self._just += told
            if issubclass(kind, Change):
                changes = [event for event in told if isinstance(event, Change)]
                changes = [change for change in changes if is_told(table, change) and not covers(table, said, change)]
                self.say(*change_lines(table, changes))
                continue
            for event in told:
                if isinstance(event, Done):
                    self._end(event)
                elif isinstance(event, Result):
                    self.say(*result_lines(table, event, self._answered, self._faces))
                    self._asked.result_was_told(event.text)
                    likely = likely_words(self.session, event)
                    self.say(*([f"  {likely}"] if likely else []))
                elif isinstance(event, Note) and event.beside not in ELSEWHERE:
                    heard_already = self._asked.has_order(event.text) or (self._revealed and event.beside == "answer")
                    self.say(*([] if heard_already else [sentence(event.text)]))
                    self._asked.was_told(event.text, self.session.request)
        self.ask()

    def _end(self, done: Done) -> None:
        """That a procedure is over, and what is different beside what was told while it was played.

        Nothing of one that asked nothing: all of it was told just now, and where the game stands follows.
        """
        entry = self.session.entries[-1]
        self._faces.clear()
        broken_off = bool(done.outcome.get("left"))
        # Of one that is broken off all is said once more: that much stays.
        just, self._just = [] if broken_off else self._just, []
        if not entry.answers and not broken_off:
            return
        self.say("", f"{entry.title} {'was broken off' if broken_off else 'has ended'}.")
        differences = log.summary(self.session, entry, just)
        self.say(*("  " + sentence(titled(line)) for line in differences))
        if not differences and not net(entry.changes()):
            self.say("  Nothing on the table is different.")

    def forget_choice(self) -> bool:
        """Gives up choosing what to start; whether something was being chosen."""
        chosen, self._choosing = self._choosing, None
        return chosen is not None

    def close(self) -> None:
        """Lets go of the file and says whether everything is saved."""
        self.over = True
        saved = self.opened.close()
        if saved:
            self.warn()
        self.say(saved_words(self.opened) if saved else f"Not everything is saved: {self.opened.trouble}.")


def play(opened: OpenSession, source: TextIO, target: TextIO, rows: int = 24, now: datetime | None = None) -> None:
    """Plays until `quit`, the end of the input or an interrupt.

    `rows` is the height of the screen: so many empty lines push a sealed answer out of sight. With a time, with its
    zone, those who were away are told first what happened.
    """
    table = Plain(opened, target, max(rows, LOWEST), now)
    table.greet()
    table.prompt()
    with suppress(KeyboardInterrupt):
        for line in source:
            table.take(line.rstrip("\r\n"))
            if table.over:
                return
            table.prompt()
    table.say("")
    table.close()
