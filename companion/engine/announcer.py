"""What players see: how a fight stands, the numbers with their reasons, what came of a roll, sentences for the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.engine.dice import Dice, Face
from companion.engine.errors import RuleFault
from companion.engine.keys import is_inside
from companion.engine.progress import Progress, TableT
from companion.engine.requests import Roll
from companion.engine.standing import Fight
from companion.engine.state.changes import PLAYERS_DECIDED, RULING, Beside, Line, Note, Ruling, Tally, bounded
from companion.engine.state.declarations import StandingRow
from companion.engine.state.phrases import part, phrase
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import Unit


class Announcer(Progress[TableT]):
    """The part of a `Context` that computes with reasons and tells players what came of it.

    `tallies` are the numbers computed, by key.
    """

    def __init__(self, table: TableT, overrules: Mapping[str, Ruling] | None = None) -> None:
        super().__init__(table)
        self.tallies: dict[str, Tally] = {}
        self._overrules = overrules or {}
        self._fresh: list[Tally] = []
        """The tallies that no request and no result has shown yet."""
        self._unexplained: list[Roll] = []

    def fight(
        self,
        fighters: Mapping[str, Sequence[Unit]],
        rows: Callable[[Unit], Iterable[StandingRow]] | None = None,
        weighs: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> None:
        """Declares who fights in this procedure from now on, by their role (attacker, defender, …).

        Every request of this procedure, and of those that it awaits, then carries how each of them stands. `rows`
        gives what is with a fighter too; it is called whenever somebody looks. `weighs` are by role the fields that
        the fight hangs on, as tokens that may be spent in it: the last to give way where room is short.
        """
        by_id = {unit.id: (unit, role) for role, units in fighters.items() for unit in units}
        self.frames[-1].fight = Fight(by_id, rows, weighs)

    def leave(self) -> None:
        """Goes back to the procedure that awaited this one. What a fight counted is not shown with what follows it."""
        if self._fresh:
            frame = self.frames[-1]
            above = self.frames[-2].fight if len(self.frames) > 1 else None
            if frame.fight is not None and frame.fight is not above:
                self._fresh = [tally for tally in self._fresh if not is_inside(tally.key, frame.path)]
        super().leave()

    def show(
        self,
        unit: Unit,
        key: str,
        label: str,
        value: int | str | Callable[[], int | str],
    ) -> None:
        """Shows a number or word of a fighter with its standing, until the fight ends or the key is shown again.

        For what is neither a field nor a tally: hits so far, the number to reach. Never anything sealed. A function
        that gives the value is called whenever somebody looks.
        """
        fight = self.frames[-1].fight
        if fight is not None and unit.id in fight.fighters:
            fight.shown.setdefault(unit.id, {})[key] = (label, value)

    def tally(
        self,
        key: str,
        lines: Iterable[Line],
        *,
        name: str = "",
        lo: int | None = None,
        hi: int | None = None,
        low_rule: str = "",
        high_rule: str = "",
        unit: str = "",
        of: Unit | None = None,
        row: str = "",
    ) -> Tally:
        """A number with its reasons. It is shown with the next request, and players can ask why and overrule it.

        `lo` and `hi` bound it, with a line that says so. `unit` is the word after the number (dice, wounds). `of` is
        the fighter whose number it is: the last of each key is with the fighter, labelled `row` (else by its key).
        """
        frames = self.frames
        path = self._unique(f"{frames[-1].path}/{key}" if frames else key)
        total, reasons = bounded(lines, lo, hi, low_rule, high_rule)
        ruling = self._overrules.get(path) if self._overrules else None
        if ruling is not None:
            why = ruling.why or PLAYERS_DECIDED
            text = f"{name or key} is {ruling.value} instead of {total} — {why}"
            self.note(phrase("Ruling: ", part(text)), ruling=path, value=ruling.value, before=total)
            reasons = (*reasons, Line(f"ruling: {why}", ruling.value - total, RULING))
            total = ruling.value
        made = Tally.of(path, name or key, total, reasons, unit, False, row)
        self.tallies[path] = made
        self._fresh.append(made)
        if of is not None and frames:
            fight = frames[-1].fight
            if fight is not None:
                fight.counted.append((of.id, key, made))
        return made

    def told(self, tallies: Iterable[Tally]) -> None:
        """A result has said these numbers: the next request does not show them. Why they are so can still be asked."""
        said = {tally.key for tally in tallies}
        self._fresh = [tally for tally in self._fresh if tally.key not in said]

    def note(self, text: str, *, beside: Beside = "", **facts: object) -> None:
        """A sentence for the log, with the computed facts behind it.

        `beside`: players see the same in the standing of the fighters now, in what they have just answered, in the
        result beside it, or where the game says that it is over; a screen that shows those leaves the sentence out.
        The log leaves out what a result says, and folds what an answer says.
        """
        self._record(Note(text, self.at_step.id, facts, beside))

    def conclude(self, text: str) -> None:
        """Says what it all came to, in a sentence without a full stop: closed procedures are told by these alone.

        Each fight of several says its own; `text` is beside the title of the procedure and repeats nothing of it.
        """
        self.conclusion.append(text)

    def instruct(self, text: str) -> None:
        """Tells players what to move on the table, where nothing is left to ask: a note, and what it all came to."""
        self.note(text)
        self.conclude(text)

    def result(
        self,
        text: str,
        *,
        title: str = "",
        mark: str | Callable[[Dice, Face], str] = "",
        marks: Sequence[Sequence[str]] = (),
        counts: Sequence[Mapping[str, int]] = (),
        groups: Sequence[FaceGroup] | None = None,
        **facts: object,
    ) -> None:
        """Tells what came of the dice that were rolled since the last result: `text` says it, a fall or a break first.

        The groups are those of the rolls, empty ones left out. `mark` is the word for a die that succeeds, or gives the
        word for a face; `marks` has one word a face for each group, and `counts` the numbers read from each. `groups`
        replaces them all, for a re-roll that is shown with the dice that stayed. The tallies since the last request are
        shown with the result, not with the next request. Raises RuleFault if marks, or faces before, and faces are not
        equally many.
        """
        rolls = [roll for roll in self._unexplained if roll.rolled is not None]
        self._unexplained = []
        thrown = _groups_of(rolls, "", (), ()) if groups is not None else None
        made = _groups_of(rolls, mark, marks, counts) if groups is None else tuple(groups)
        for group in made:
            if len(group.marks) != len(group.faces):
                raise RuleFault(f"{group.name}: {len(group.marks)} marks for {len(group.faces)} faces")
            if group.before and len(group.before) != len(group.faces):
                raise RuleFault(f"{group.name}: {len(group.before)} faces before for {len(group.faces)} faces")
        text = text or "; ".join(f"{group.name}: {' '.join(map(str, group.faces))}" for group in made)
        key, heading = (rolls[-1].key, title or rolls[-1].title) if rolls else ("", title)
        self._fresh = []
        self._record(Result(key, heading, made, text, self.at_step.id, facts, thrown))


def _groups_of(
    rolls: Sequence[Roll],
    mark: str | Callable[[Dice, Face], str],
    marks: Sequence[Sequence[str]],
    counts: Sequence[Mapping[str, int]],
) -> tuple[FaceGroup, ...]:
    """The groups of dice of these rolls with their faces, marked and counted in order, after the faces before."""
    found: list[FaceGroup] = []
    for roll in rolls:
        by = roll.by if isinstance(roll.by, str) else ""
        for at, (dice, faces) in enumerate(zip(roll.dice, roll.rolled or (), strict=True)):
            if not dice.count:
                continue
            place = len(found)
            if callable(mark):
                words = tuple([mark(dice, face) for face in faces])
            elif mark:
                again, doing = dice.again, dice.doing
                words = tuple(["rerolled" if face in again else mark if face in doing else "" for face in faces])
            else:
                words = tuple(marks[place]) if place < len(marks) else ("",) * len(faces)
            numbers = counts[place] if place < len(counts) else {}
            old = roll.again[at] if roll.again else ()
            side, name, reads = dice.by or by, dice.die.name, dice.reading
            found.append(FaceGroup(dice.name, side, name, faces, words, numbers, old, reads, dice.role))
    return tuple(found)
