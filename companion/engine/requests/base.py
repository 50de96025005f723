"""What every request has in common: who is asked, how an answer is checked, and how it is known again.

A request is awaited by the rules; the driver hands it out and sends the frozen answer back. Each kind knows its
legal answers: `check` refuses the rest in words, `forced_answer` gives the one that need not be asked for, `coerce`
says what players may decide against the app (a ruling), `schema` is the form for programs.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Self, TypeVar

from companion.engine.dice import Dice, Faces
from companion.engine.frozen import frozen
from companion.engine.odds import Given, Odds
from companion.engine.state.changes import Tally
from companion.engine.wording import singular


class Cost(NamedTuple):
    """`spend` out of the `have` that a unit, side or the table has in one of its fields now."""

    of: str
    field: str
    label: str
    have: int
    spend: int

    def sentence(self, *, each: bool = False) -> str:
        """`2 of 3 Counters`, `1 of 1 action left`; `2 each, of 3 Ki` where an answer may spend it several times."""
        words = singular(self.label) if self.have == 1 else self.label
        return f"{self.spend}{' each,' if each else ''} of {self.have} {words}"


V_co = TypeVar("V_co", covariant=True)


@frozen
class Option(Generic[V_co]):
    """One answer of a choice. `why_not` says why it is closed; None if it may be chosen.

    `code` is the ruleset's own name for that reason, where it has one; a refusal carries it. `cost` is what it spends.
    `also` are other values that mean the same, where a thing has several names: taken, and never listed. Options of one
    pick with the same `like` come to the same, dice that show the same face: the odds name the first of them. An `idle`
    one does nothing and lets a chance pass: no front end starts with it, so that an Enter too many wastes nothing.
    `does` says in few words what it does or has, beside the label, which is a name.
    """

    value: V_co
    label: str
    why_not: str | None = None
    code: str = ""
    cost: tuple[Cost, ...] = ()
    also: tuple[object, ...] = ()
    like: str = ""
    idle: bool = False
    does: str = ""

    @property
    def words(self) -> str:
        """The label and what it does: `Focus: gain Boost`."""
        return f"{self.label}: {self.does}" if self.does else self.label

    def means(self, value: object) -> bool:
        """Whether this is the option that a value names."""
        if self.value == value and type(self.value) is type(value):
            return True
        return bool(self.also) and any(known == value and type(known) is type(value) for known in self.also)

    def schema(self) -> dict[str, object]:
        code = self.code if self.why_not is not None and self.code else None
        data = {"value": self.value, "label": self.label, "why_not": self.why_not, "code": code}
        cost = {"cost": [cost._asdict() for cost in self.cost]} if self.cost else {}
        does = {"does": self.does} if self.does else {}
        return data | cost | does | ({"like": self.like} if self.like else {})


T_co = TypeVar("T_co", covariant=True)
LooksAhead = Literal["", "choice", "fact"]
By = str | tuple[str, ...]
"""A side, several sides (a joint roll), or `table` if anyone may answer."""


class Unanswered:
    def __repr__(self) -> str:
        return "UNANSWERED"


UNANSWERED: Final = Unanswered()


MOST_ALIKE = 2_000
"""Answers of which some are alike are looked through up to this many."""

NOTHING_ELSE: Final = "nothing else is used, moved or touched on the way"


class Usual(NamedTuple):
    """What is taken to be answered, and that in words. `first`: a mere first option, which may use something up."""

    value: object
    words: str = ""
    first: bool = False


class Request(Generic[T_co]):
    """One question. `name` is the rulebook's or ruleset's own, `key` unique in the run and made by the engine.

    `procedure` is the title of the procedure whose step it is. `cost` is what answering spends (yes, or any option);
    options may have costs of their own. `odds` works out what each choice is worth, when somebody looks, and
    `played_odds` no more of it than what best play takes; with `looks_ahead` it is found in the dice that each option
    leads to. `alike` and `usual` say what a look ahead may take
    for the same, and for granted.

    What only some kinds have stands here as nothing, so that nobody asks which kind a request is: the `options` of a
    list, open and closed; whether an answer is of `several` parts; what `enter` alone answers; the `dice` of a roll,
    with those that are `sticky`; the `slots` of a secret, by side. `each`: the cost is that of each one of a number.
    `scores`: see `Do`. What it `asks` stands behind the name of who is asked: it begins small, unless a name is first;
    `small_names` are those on the table that players spell small.
    """

    kind: ClassVar[str] = ""
    several: ClassVar[bool] = False
    enter: object = None
    options: tuple[Option[object], ...] = ()
    dice: tuple[Dice, ...] = ()
    sticky: tuple[Faces, ...] | None = None
    slots: Mapping[str, Request[Any]] = MappingProxyType({})
    scores: bool = False
    each: bool = False
    small_names: tuple[str, ...] = ()
    key: str = ""
    step: str = ""
    step_title: str = ""
    procedure: str = ""
    odds: Callable[[], Odds | None] | None = None
    played_odds: Callable[[], Odds | None] | None = None
    by_goal: Callable[[str], Odds | None] | None = None
    looks_ahead: LooksAhead = ""
    alike: Callable[[Given], Hashable] | None = None
    about: str = ""
    usual: Usual | None = None

    def __init__(self, name: str, by: By, title: str, tally: Sequence[Tally] = (), cost: Sequence[Cost] = ()) -> None:
        self.name = name
        self.by = by
        self.asks = title
        self.tally = tuple(tally)
        self.cost = tuple(cost)

    @property
    def title(self) -> str:
        """What it asks as a line of its own: with a capital letter first, unless that is a name that has none."""
        asks = self.asks
        return asks if asks.startswith(self.small_names) else asks[:1].upper() + asks[1:]

    def __await__(self) -> Generator[Request[object], Any, T_co]:
        answer: T_co = yield self
        return answer

    def with_odds(self, odds: Callable[[], Odds | None], played: Callable[[], Odds | None] | None = None) -> Self:
        """The same request, with the function that works out its chances.

        `played` is the same with the rows of those options alone that best play takes, if that is found sooner: who
        looks ahead to this choice reads no others.

        It is called while the request stands, at most once a look, perhaps in another thread: it reads the table and
        what the procedure knows, and changes nothing. It must never read what another side has sealed.
        """
        self.odds, self.played_odds = odds, played
        return self

    def with_odds_by_goal(
        self, odds: Callable[[str], Odds | None], played: Callable[[str], Odds | None] | None = None
    ) -> Self:
        """As `with_odds`, for a choice whose best play hangs on what is wanted: `odds` takes a goal of `GOALS`.

        `played` is that of `with_odds`, by goal too.
        """
        self.by_goal = odds
        return self.with_odds(partial(odds, "wounds"), partial(played, "wounds") if played is not None else None)

    def with_odds_ahead(
        self, *, fact: bool = False, alike: Callable[[Given], Hashable] | None = None, about: str = ""
    ) -> Self:
        """The same request, whose odds are those of the dice that each option leads to (`engine/look_ahead.py`).

        `fact`: how models stand after a move, or how a rule is read, so that no option is the best; what is so on the
        table, as whether two touch, has no odds at all. `alike` gives the same key to answers that lead to the same
        chances of the dice that come next: one of them is tried. `about` is the id of a unit whose own fight is meant:
        where fights are chosen on the way, it is the next; another one's dice say nothing.
        """
        self.about = about
        self.looks_ahead = "fact" if fact else "choice"
        self.alike = alike
        return self

    def usually(self, value: object, words: str) -> Self:
        """The same request, with the answer that is taken for granted if odds of an earlier choice go on past it.

        `value` is a legal answer, or a function that works it out, of a request with odds of its own: an earlier
        choice is not told those, but what comes after it. `words` say it among what the odds assume.
        """
        self.usual = Usual(value, words)
        return self

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that are asked, or `table`."""
        return (self.by,) if isinstance(self.by, str) else self.by

    @property
    def side(self) -> str:
        """The side that is asked; empty if it is the table, or several."""
        return self.by if isinstance(self.by, str) and self.by != "table" else ""

    @property
    def has_odds(self) -> bool:
        """Whether its chances can be asked for; for a given moment there may still be none."""
        return self.odds is not None or bool(self.looks_ahead)

    @property
    def act(self) -> Literal["", "roll", "draw"]:
        """What is done with its dice: tokens are drawn; empty where there are none."""
        if not self.dice:
            return ""
        return "roll" if any(group.die.noun == "die" for group in self.dice) else "draw"

    @property
    def reach(self) -> int | None:
        """The one number to reach with all of its dice, from it on up; None if there is none, or several."""
        found = {group.reach for group in self.dice if group.count}
        return found.pop() if len(found) == 1 else None

    def offer(
        self, old: Sequence[Sequence[object]] | None, *, typed: bool = False, of: Request[object] | None = None
    ) -> None:
        """Makes earlier dice sticky, where there are dice."""

    def roll(self, rng: Random) -> tuple[Faces, ...]:
        """What the app throws for it; nothing where there are no dice."""
        return ()

    def check(self, value: object) -> T_co:
        """The frozen answer; raises InvalidInput saying what would be accepted if it is none."""
        raise NotImplementedError

    def coerce(self, value: object) -> T_co:
        """The frozen answer of a ruling: the right shape, whatever the rules say of it."""
        raise NotImplementedError

    def forced_answer(self) -> T_co | Unanswered:
        """The answer if there is just one and it need not be asked for."""
        return UNANSWERED

    def harmless(self) -> Usual | None:
        """What is taken to be answered if the rules do not say; None if nothing can be taken for granted."""
        return None if self.enter is None else Usual(self.enter)

    def marked(self) -> object:
        """What is marked where the request is shown, if that decides something; UNANSWERED where people say what they
        saw or did: of numbers, parts and a yes only what spends something is a decision."""
        return UNANSWERED if self.enter is None or not self.cost else self.enter

    def likely(self) -> object:
        """What is marked, else what enter means, else the first answer there is; UNANSWERED of dice and of words."""
        found = (self.marked(), UNANSWERED if self.enter is None else self.enter, *islice(self.answers(1), 1))
        return next((value for value in found if value is not UNANSWERED), UNANSWERED)

    def granted(self) -> Usual | None:
        """What is taken for granted on the way to something else: what the rules call usual comes first."""
        usual = self.usual or self.harmless()
        return usual._replace(value=usual.value()) if usual is not None and callable(usual.value) else usual

    def answers(self, most: int) -> Iterator[Given]:
        """Every answer; of a number at most `most`, of a plan one more. Else empty."""
        return (choice.value for choice in self.options if choice.why_not is None)

    def option_name(self, option: Given) -> str:
        """An answer as programs know it in odds: `yes`, `no`, a number, the value as text."""
        if isinstance(option, bool):
            return "yes" if option else "no"
        return str(option)

    def option_words(self, option: Given, title: Callable[[str], str] = str) -> str:
        """An answer in the words of the request. `title` gives the parts of a split their names."""
        return next((choice.label for choice in self.options if choice.value == option), "") or self.option_name(option)

    def then(self, option: Given) -> str:
        """What odds say where they assume this option; empty if it goes without saying."""
        return ""

    def groups_of(self, side: str) -> list[int]:
        """The places of the dice that this side throws, or whoever likes."""
        return [at for at, group in enumerate(self.dice) if group.by in ("", side)]

    def part_of(self, side: str) -> Request[T_co]:
        """A roll with the dice of one side alone, as its seat is asked for them; anything else is for whom it is."""
        return self

    def schema(self) -> dict[str, object]:
        return {}

    def label(self, value: object) -> str:
        """The answer in the words that were chosen; empty if the value itself says enough."""
        return ""

    def random(self, rng: Random) -> object:
        raise NotImplementedError

    def fingerprint(self) -> int:
        """A checksum of identity and legal answers; the words are no part of it."""
        return zlib.crc32(repr((self.key, self.kind, self.by, self._identity())).encode())

    def _identity(self) -> object:
        return None
