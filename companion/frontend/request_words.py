"""How each kind of request is put in words and answered by typing: one class a kind, found by `ask_of`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from companion.engine.dice import Dice, Die, Faces, face_words, faces_in_words, read_faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Do, Grid, Number, Pick, Plan, Request, Roll, Split, Text, YesNo
from companion.engine.state.table import AnyTable
from companion.frontend.answers import YES, exact_option, listed, option_label, option_of, yes_no
from companion.frontend.saying.limits import because, bounds_words, cost_words, dice_words, spends_words
from companion.frontend.saying.sentences import titled
from companion.frontend.typed import told_apart, whole
from companion.frontend.typed_answers import (
    grid_of,
    named_groups,
    row_words,
    span_words,
    split_hint,
    split_of,
    with_kept,
)

R = TypeVar("R", bound=Request[Any])


class Ask(Generic[R]):
    """One kind of request in words. `again` says how to see all of it once more."""

    again = ""

    def __init__(self, request: R, table: AnyTable) -> None:
        self.request = request
        self.table = table

    def answer(self, line: str) -> object:
        """The answer that a typed line gives. It only takes shape here: the rules check it.

        Raises InvalidInput saying what would be accepted.
        """
        text = line.strip()
        return self.read(text) if text or self.request.enter is None else self.request.enter

    def read(self, text: str) -> object:
        """The answer that this text gives; InvalidInput as of `answer`."""
        raise NotImplementedError

    def is_answer(self, line: str) -> bool:
        """Whether a line that looks like a word of plain text is just an answer."""
        return False

    def lines(self) -> Iterator[str]:
        """What may be typed."""
        raise NotImplementedError

    def bounds(self) -> Iterator[str]:
        """A line per number, plan or group of dice: what may be answered, with the reason of every bound."""
        return iter(())

    def limits(self) -> Iterator[str]:
        """All that limits the answer: bounds, what it costs, what is closed, each with the reason."""
        yield from self.bounds()
        if self.request.cost:
            yield f"Costs {spends_words(self.request)}."
        for option in self.request.options:
            if option.why_not is not None:
                yield f"Closed: {option_label(self.table, option)}: {option.why_not}."


class ListAsk(Ask[R]):
    """Options by their numbers."""

    again = " (again: the list)"

    def is_answer(self, line: str) -> bool:
        return exact_option(self.request.options, line) is not None

    def lines(self) -> Iterator[str]:
        return listed(self.table, self.request.options)

    def bounds(self) -> Iterator[str]:
        """Says that nothing is closed, where players may ask why."""
        if all(option.why_not is None for option in self.request.options):
            yield f"Open: all {len(self.request.options)} answers; no rule closes one."


class ChooseAsk(ListAsk[Choose[Any]]):
    def read(self, text: str) -> object:
        return option_of(self.request.options, text, self.table).value


class PickAsk(ListAsk[Pick[Any]]):
    def read(self, text: str) -> object:
        options = self.request.options
        typed = text.casefold()
        called = any(option.label.casefold() == typed for option in options)
        if typed in ("none", "-") and not called:
            return []
        if typed == "all" and not called:
            return [o.value for o in options if o.why_not is None]
        words = [w for w in (text.split(",") if "," in text else text.split()) if w.strip()]
        if not words:
            raise InvalidInput("nothing is picked", hint="numbers with spaces between them, or none")
        if "," not in text and exact_option(options, text) is not None:
            words = [text]
        return [option_of(options, word, self.table).value for word in words]

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        request = self.request
        lo, hi = request.at_least, request.at_most
        many = str(lo) if lo == hi else f"{lo} to {hi}"
        how = "its number" if hi == 1 else "numbers with spaces between them"
        none = " None of them: none." if request.default else ""
        usual = request.default or ()
        words = "all of them" if usual and len(usual) == hi else request.label(usual)
        enter = "" if request.enter is None else f" Enter alone means {words}.{none}"
        yield f"  Pick {many}{because(request.why)}: {how}." + enter

    def bounds(self) -> Iterator[str]:
        yield f"Pick {self.request.at_least} to {self.request.at_most}{because(self.request.why)}."
        yield from super().bounds()


class NumberAsk(Ask[Number]):
    def read(self, text: str) -> object:
        return whole(text, f"a number from {self.request.lo} to {self.request.hi}")

    def _span(self) -> str:
        request = self.request
        return bounds_words(request.lo, request.why_lo, request.hi, request.why_hi)

    def lines(self) -> Iterator[str]:
        usual = self.request.default
        yield f"  A number from {self._span()}." + (f" Enter alone means {usual}." if usual is not None else "")

    def bounds(self) -> Iterator[str]:
        yield f"From {self._span()}."


class YesNoAsk(Ask[YesNo]):
    def read(self, text: str) -> object:
        return yes_no(text)

    def lines(self) -> Iterator[str]:
        yield f"  y or n. Enter alone means {'yes' if self.request.default else 'no'}."


class DoAsk(Ask[Do]):
    def read(self, text: str) -> object:
        if text.casefold() not in ("ok", "done", *YES):
            raise InvalidInput(f"{text!r} is no answer to this", hint="enter or y when it is done")
        return True

    def lines(self) -> Iterator[str]:
        yield "  Enter when it is done."
        if self.request.scores:
            points = ", ".join(f"{told_apart(self.table, one.id)} {one.score}" for one in self.table.sides.values())
            yield f"  Victory points: {points}. More with: score SIDE 2 why."


class TextAsk(Ask[Text]):
    def read(self, text: str) -> object:
        """Without quotes around all of it: those say that it is no word of the app, as in 'Mark of the Wolf'."""
        return text[1:-1] if text[0] in "\"'" and text[1:].endswith(text[0]) else text

    def lines(self) -> Iterator[str]:
        yield "  A few words of your own. Enter alone leaves them out."


_WORDS_OF: Final = {
    "roll": ("rolled", "faces", "dice rolled before an undo stay"),
    "draw": ("drawn", "token", "the token drawn before an undo stays"),
}


class RollAsk(Ask[Roll]):
    def read(self, text: str) -> object:
        if text.casefold() in ("roll", self.request.act):
            return "roll"
        return self._faces(text, named_groups(self.request.dice, self.table))

    def is_answer(self, line: str) -> bool:
        """Whether the line is a whole roll as it stands, though its first letter may also be a word."""
        try:
            self._faces(line, self.request.dice)
        except InvalidInput:
            return False
        return True

    def _faces(self, text: str, groups: Sequence[Dice]) -> tuple[Faces, ...]:
        """The faces of a line together with the dice kept from before an undo, if only some of them were rolled."""
        dice, kept = self.request.dice, self.request.sticky or ()
        some = any(len(faces) != group.count for faces, group in zip(kept, dice, strict=False))
        return read_faces(with_kept(text, dice, kept) if some else text, groups)

    def lines(self) -> Iterator[str]:
        request = self.request
        sticky = request.sticky or ((),) * len(request.dice)
        done, things, stays = _WORDS_OF[request.act]
        for group, had in zip(request.dice, sticky, strict=True):
            if not group.count:
                continue
            before = f"; {done} before: {' '.join(map(face_words, had))}" if had else ""
            needs = f", {group.needs}" if group.needs else ""
            yield f"  {self._named(group)}{needs}{_faces(group.die)}{before}."
        several = sum(bool(group.count) for group in request.dice) > 1
        parted = ", the groups in this order with a slash (/) between them" if several else ""
        kept = f" ({stays})" if request.sticky else ""
        yield f"  Type the {things}{parted}, or {request.act} to let the app {request.act}{kept}."

    def bounds(self) -> Iterator[str]:
        return (f"{self._named(group)}." for group in self.request.dice if group.count)

    def _named(self, group: Dice) -> str:
        return f"{self.table.worded(group.name, group.die.name)}: {dice_words(group)}"


def _faces(die: Die) -> str:
    """The faces of a die; nothing where its name says them, as that of a d6 does."""
    plain = die.name == f"d{len(die.legal)}" and list(die.legal) == list(range(1, len(die.legal) + 1))
    return "" if plain else f", faces {faces_in_words(die)}"


class SplitAsk(Ask[Split]):
    def read(self, text: str) -> object:
        return split_of(text, self.request.plans, self._titles(*self.request.plans))

    def usual(self) -> str:
        """What Enter alone means, without parts that get nothing; empty if it means nothing."""
        parts = (self.request.default or {}).items()
        return ", ".join(f"{number} {self.table.title(part)}" for part, number in parts if number)

    def lines(self) -> Iterator[str]:
        plans = self.request.plans
        reasons: set[str] = set()
        for plan in plans:
            name = f"{plan.label}: " if len(plans) > 1 else ""
            example = f"; {split_hint(plan, self._titles(plan))}" if plan is plans[0] else ""
            yield f"  {name}{self._plan(plan, reasons)}{example}."
        if len(plans) > 1:
            yield f"  Name the plan first; without a name it is {plans[0].label}."
        if self.request.default is not None:
            yield f"  Enter alone means {self.usual()}."

    def _titles(self, *plans: Plan) -> dict[str, str]:
        """The parts of plans by the names that players know: those of units, or the words of the plan."""
        return {part: self.table.title(part) for plan in plans for part in plan.allotments}

    def _plan(self, plan: Plan, said: set[str]) -> str:
        """What a plan divides into what; a reason that was `said` before is not said again."""

        def bound(number: int, why: str) -> str:
            new = why not in said
            said.add(why)
            return f"{number}{because(why) if new else ''}"

        titles = self._titles(plan)
        spends = f" for {cost_words(plan.cost)}" if plan.cost else ""
        if plan.total is None:
            lo, hi = min(b[0] for b in plan.allotments.values()), max(b[1] for b in plan.allotments.values())
            names = ", ".join(titles[part] for part in plan.allotments)
            return f"{plan.label} for each of {names}, {lo} to {hi}, the highest where nothing is said{spends}"
        parts = ", ".join(
            f"{titles[part]} {bound(lo, plan.why_lo.get(part, '') or (plan.why_hi.get(part, '') if hi == lo else ''))}"
            + (f" to {bound(hi, plan.why_hi.get(part, ''))}" if hi != lo else "")
            for part, (lo, hi) in plan.allotments.items()
        )
        return f"{plan.total} to divide into {parts}{spends}"

    def bounds(self) -> Iterator[str]:
        for plan in self.request.plans:
            name = f"{titled(plan.label)}: " if len(self.request.plans) > 1 else ""
            for part, (lo, hi) in plan.allotments.items():
                why_lo, why_hi = plan.why_lo.get(part, ""), plan.why_hi.get(part, "")
                if why_lo or why_hi:
                    yield f"{name}{self.table.title(part)} {bounds_words(lo, why_lo, hi, why_hi)}."
            if plan.total is not None:
                yield f"{name}{plan.total} in all."


class GridAsk(Ask[Grid]):
    def read(self, text: str) -> object:
        return grid_of(text, self.request)

    def lines(self) -> Iterator[str]:
        """A line a row with what stands in it, then what each column takes and how to type."""
        request = self.request
        for place, row in enumerate(request.rows, 1):
            closed = "".join(f"; {request.column(name).label} closed: {why}" for name, why in row.closed.items())
            yield f"  {place}. {row.label}: {row_words(request, row)}{closed}."
        for column in request.columns:
            yield f"  {titled(column.label)}: {span_words(column)}."
        example = next((c for c in request.columns if c.kind == "number"), request.columns[0])
        value = {"number": str(min(1, example.hi)), "yes_no": "y", "text": '"some words"', "choose": "1"}[example.kind]
        such = f"1 {example.label} {value}"
        yield f"  Type a row and what is different in it, such as {such}; more rows after a semicolon."
        yield "  Enter alone leaves everything as it is."

    def bounds(self) -> Iterator[str]:
        for column in self.request.columns:
            yield f"{column.label}: {span_words(column)}."
        for row in self.request.rows:
            for name, why_not in row.closed.items():
                yield f"{row.label}, {self.request.column(name).label}: {why_not}."


_ASKS: Final[dict[type[Request[Any]], type[Ask[Any]]]] = {
    Choose: ChooseAsk,
    Pick: PickAsk,
    Number: NumberAsk,
    YesNo: YesNoAsk,
    Do: DoAsk,
    Text: TextAsk,
    Roll: RollAsk,
    Split: SplitAsk,
    Grid: GridAsk,
}


def ask_of(request: Request[object], table: AnyTable) -> Ask[Any]:
    """This request in words. `table` gives units and parts of a split their names."""
    return _ASKS[type(request)](request, table)
