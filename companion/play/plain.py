"""`companion play FILE --plain`: a session as text and typed lines, for screen readers and dumb terminals.

Nothing is drawn: what is printed stays true, no cursor moves, no colour tells anything. A line that cannot be taken
is explained and asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, TextIO

from companion.engine import log
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.requests import Choose, Pick, Request, Roll
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.changes import Change, Done, Event
from companion.engine.state.paths import contact_of, unit_of
from companion.engine.state.results import Result
from companion.frontend.answers import answer_of, exact_option, option_of, reads_as_faces
from companion.frontend.clean import clean
from companion.frontend.hooks import Hooks, rules_failed
from companion.frontend.luck import likely_words
from companion.frontend.naming import entity_names, meant
from companion.frontend.numbers import item_at
from companion.frontend.opened import OpenSession
from companion.frontend.patience import patience
from companion.frontend.rulings import RulingBook
from companion.frontend.wording import commitment_words, ending, sentence, spaced, with_hint
from companion.play import adjustments
from companion.play.asked import Asked, closed_lines, listed, title
from companion.play.plain_words import ACTS
from companion.play.results import result_lines
from companion.play.rulings import offered_lines
from companion.play.table_text import where
from companion.play.words import word_of

MOST_NAMED: Final = 4
"""More values of an action than this are only counted: they are listed when the action is chosen."""

LOWEST: Final = 24
"""The fewest lines that push a sealed answer out of sight."""


class Plain:
    """One sitting at a table of text."""

    def __init__(self, opened: OpenSession, target: TextIO, rows: int) -> None:
        self.opened = opened
        self.hooks = Hooks(opened)
        self.book = RulingBook(opened)
        self.over = False
        self._target = target
        self._rows = rows
        self._choosing: Action | None = None
        self._asked = Asked()
        self._answered = ""
        """The title of the request that was answered last."""
        self._handed = ""
        self._reported_trouble = ""

    @property
    def session(self) -> Session:
        """The session being played."""
        return self.opened.session

    def say(self, *lines: str) -> None:
        """Prints lines of text; names from players are made plain here."""
        for line in lines:
            self._target.write(clean(line) + "\n")

    def greet(self) -> None:
        """The game, what was found on opening, and what stands."""
        table = self.session.table
        self.say(f"{table.name or self.opened.file.stem}, {self.session.ruleset.title}.", *self.opened.notices)
        seed = self.session.seed
        if seed is not None:
            self.say(commitment_words(seed.commitment))
        if self.opened.read_only and not self.opened.notices:
            self.say("This session is open for reading only: another program holds it.")
        self.say("Type help for the words.")
        try:
            self.ask()
        except OSError:
            raise
        except Exception as fault:
            self.say(f"Careful: {with_hint(rules_failed(fault))}.")

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
            has_list = isinstance(self.session.request, (Choose, Pick))
            self.say(title(self.session) + (" (again: the list)" if has_list else ""))

    def prompt(self) -> None:
        """Says what the ruleset failed at, if it did, and that a line is waited for."""
        self.warn()
        self.say(*(f"Careful: {text}." for text in self.hooks.news()))
        self._target.write("> ")
        self._target.flush()

    def _hand_over(self) -> None:
        request = self.session.request
        if self.session.secret is None or request is None:
            self._handed = ""
        elif self._handed != request.key:
            self._handed = request.key
            self.say(f"In secret. Hand over to {self.session.table.title(str(request.by))}; the others look away.")

    def _rest(self) -> None:
        table, ruleset = self.session.table, self.session.ruleset
        self.say(where(table))
        if table.over is not None:
            self.say(ending(table))
        elif ruleset.next_action is not None:
            self.say(self.hooks.next_action())
        actions = self.hooks.actions()
        for place, action in enumerate((a for a in actions if a.open), 1):
            open_ = [o.label for o in action.values if o.why_not is None]
            values = ", ".join(open_) if len(open_) <= MOST_NAMED else f"{len(open_)} to choose from"
            self.say(f"  {place}. {action.title}" + (f" ({spaced(action.param)}: {values})" if open_ else ""))
        closed = sum(not action.open for action in actions)
        if closed:
            self.say(f"  {closed} closed; closed says why.")

    def closed(self) -> list[str]:
        """What may not be chosen or started now, each with its reason."""
        table, request = self.session.table, self.session.request
        if self._choosing is not None:
            return list(closed_lines(table, self._choosing.values))
        if request is not None:
            return list(closed_lines(table, request.options)) if isinstance(request, (Choose, Pick)) else []
        return [f"  closed: {action.title}: {action.why_not}." for action in self.hooks.actions() if not action.open]

    # -- taking a line --------------------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """One typed line: a word, or an answer to what stands. Where it cannot be taken, says why."""
        if self.opened.read_only and self.opened.follow():
            self.say("The other program has gone on.")
        try:
            with patience():
                self._take(line)
        except InvalidInput as fault:
            self.say(f"Not taken: {with_hint(fault)}.")
            self.ask_again()
        except NotSaved as fault:
            self.say(f"Not saved, and so not taken: {fault}. Nothing has changed.")
            self.ask_again()
        except OSError:
            raise
        except Exception as fault:
            self.say(f"Careful: {with_hint(rules_failed(fault))}.")

    def _take(self, line: str) -> None:
        word, rest = word_of(line)
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
        if line.lstrip().startswith(":"):
            return False
        request = self.session.request
        if self._choosing is not None:
            return exact_option(self._choosing.values, line) is not None
        if isinstance(request, Roll):
            return reads_as_faces(request, line)
        return isinstance(request, (Choose, Pick)) and exact_option(request.options, line) is not None

    def _answer(self, line: str) -> None:
        session = self.session
        request = session.request
        if request is None:
            return
        if not line.strip() and not _takes_nothing(request):
            self.ask(whole=True)
            return
        secret = session.secret
        value = answer_of(request, line, session.table)
        self._answered = request.title
        side = request.by if secret is not None and isinstance(request.by, str) else ""
        happened = session.answer(value, by=side)
        if secret is not None:
            self._target.write("\n" * self._rows)
            self.say(f"{session.table.title(side)} has sealed an answer.")
            if session.secret is not secret:
                self._reveal([slot.key for slot in secret.slots.values()])
        self.tell(happened)

    def _reveal(self, keys: Sequence[str]) -> None:
        """What all sides had sealed, once all have."""
        given = self.session.run.answers if self.session.run is not None else self.session.entries[-1].answers
        for made in given:
            if made.key in keys:
                table = self.session.table
                self.say(f"Revealed: {table.title(made.by)}: {log.answer_words(table, made)}.")

    def _start(self, line: str) -> None:
        words = adjustments.words(line)
        if not words:
            self.ask()
            return
        action, value = self._meant(line, words)
        if action.why_not is not None:
            raise InvalidInput(f"{action.title}: {action.why_not}")
        if value:
            self._chosen(action, value)
        elif action.param and sum(o.why_not is None for o in action.values) != 1:
            self._choosing = action
            self.ask()
        else:
            self.tell(self.session.start(action.name))

    def _meant(self, line: str, words: list[str]) -> tuple[Action, str]:
        """The action that a line names by number, name or title, and what the line gives for its parameter."""
        actions = self.hooks.actions()
        for action in actions:
            if line.strip().casefold() in (action.name.casefold(), action.title.casefold()):
                return action, ""
        rest = " ".join(words[1:])
        for action in actions:
            if words[0].casefold() == action.name.casefold():
                return action, rest
        open_ = [action for action in actions if action.open]
        numbered = item_at(open_, words[0])
        if numbered is not None:
            return numbered, rest
        if not meant(entity_names(self.session.table), words[0]):
            begun = meant({action.name: (action.title,) for action in open_}, words[0])
            if len(begun) == 1:
                return next(action for action in open_ if action.name == begun[0]), rest
        raise InvalidInput(
            f"{words[0]!r} is nothing that can be started", hint="the number of a line; help lists the words"
        )

    def _chosen(self, action: Action, line: str) -> None:
        happened = self.session.start(
            action.name, {action.param: option_of(action.values, line, self.session.table).value}
        )
        self._choosing = None
        self.tell(happened)

    def tell(self, happened: Iterable[Event]) -> None:
        """What happened, then what stands now."""
        table = self.session.table
        changes: list[Change] = []
        for event in happened:
            if isinstance(event, Change):
                changes.append(event)
            if isinstance(event, Done):
                self._end(event, changes)
            elif isinstance(event, Change):
                if (contact_of(event.field) or unit_of(event.field)) is not None or log.shown(
                    table.find(event.of), event.field
                ):
                    self.say(sentence(log.sentence(table, event)))
            elif isinstance(event, Result):
                self.say(*result_lines(table, event, self._answered))
                likely = likely_words(self.session, event)
                self.say(*([f"  {likely}"] if likely else []))
            else:
                self.say(sentence(event.text))
        self.ask()

    def _end(self, done: Done, just: Sequence[Change]) -> None:
        """That a procedure is over, and what is different, unless all of it was told just now."""
        entry = self.session.entries[-1]
        self.say("", f"{entry.title} {'was broken off' if done.outcome.get('left') else 'has ended'}.")
        if entry.changes() and all(change in just for change in entry.changes()):
            return
        differences = log.summary(self.session, entry)
        self.say(*(["  " + sentence(line) for line in differences] or ["  Nothing on the table is different."]))

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
        self.say(f"Saved in {self.opened.file}." if saved else f"Not everything is saved: {self.opened.trouble}.")


def _takes_nothing(request: Request[Any]) -> bool:
    """Whether an empty line answers the request. Else it asks for all of it once more."""
    if isinstance(request, Pick):
        return request.at_least == 0
    return request.kind in ("yes_no", "do", "text", "grid")


def play(opened: OpenSession, source: TextIO, target: TextIO, rows: int = 24) -> None:
    """Plays until `quit`, the end of the input or an interrupt.

    `rows` is the height of the screen: so many empty lines push a sealed answer out of sight.
    """
    table = Plain(opened, target, max(rows, LOWEST))
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
