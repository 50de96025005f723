"""Forms of a campaign: the next battle, and a battle that was fought without the app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.registry import find
from companion.engine.wording import value_words
from companion.frontend.campaigns import BECAME, became_words, typed_field
from companion.frontend.form import NAMELESS, Act, Choice, Flag, Text
from companion.frontend.saying.rosters import field_value
from companion.store.battles import BattlePlan, record_battle
from companion.store.campaigns import Transaction, active, busy
from companion.store.closing import record
from companion.store.format.campaign import Campaign, Outcome
from companion.store.pairing import suggested
from companion.tui.forms.form import Form, R, go
from companion.tui.screens.roster_unit import open_unit
from companion.tui.text import plain, tick
from companion.tui.widgets.lines import Row, below_gap, gap


class _Fighters(Form[R]):
    """What both forms ask: a title, and who fights."""

    def __init__(self, title: str, campaign: Campaign, practice: bool) -> None:
        super().__init__(title)
        self.campaign = campaign
        self.practice = practice
        self.title_text = f"Battle {len(campaign.battles) + 1}"
        free = [of for of in active(campaign) if practice or not busy(campaign, of)]
        pair = next((pair for pair in suggested(campaign).pairs if set(pair) <= set(free)), ())
        self.fighters: list[str] = list(pair or free[:2])
        self.fresh = self._chosen()

    def player(self, roster: str) -> str:
        """The player of a roster."""
        return self.campaign.players[self.campaign.rosters[roster].player].name

    def head(self) -> Iterator[Row]:
        """Title, and each roster with a tick."""
        title, put = self.title_text, partial(setattr, self, "title_text")
        yield self.row(Text(key="title", label="title", value=title, put=put, needed=NAMELESS))
        yield from below_gap("WHO FIGHTS")
        for of in active(self.campaign):
            waits = "" if self.practice else busy(self.campaign, of)
            why = f"   has not closed {self.campaign.battles[waits].title}" if waits else ""
            fights = of in self.fighters
            words = plain(f"{tick(fights)} {self.player(of)}", "bold").append(plain(why, "$accent"))
            yield Row(Flag(key=("who", of), value=fights, put=partial(self._take, of)), words)
        yield gap()

    def _take(self, of: str, fights: bool) -> None:
        there = {*self.fighters, of} if fights else {*self.fighters} - {of}
        self.fighters = [one for one in self.campaign.rosters if one in there]

    def _chosen(self) -> object:
        return self.title_text, self.practice, tuple(self.fighters)

    def lacking(self) -> bool:
        """Whether too few fight; says so."""
        if len(self.fighters) < 2:
            self.screen.complain("Two or more fight a battle: Enter ticks a player.")
        return len(self.fighters) < 2


class BattleForm(_Fighters[BattlePlan]):
    """Closes with the plan of the next battle."""

    heading = "Next battle"

    def __init__(self, campaign: Campaign, practice: bool = False) -> None:
        self.first = ""
        self.without: list[str] = []
        super().__init__("A practice battle" if practice else "The next battle", campaign, practice)

    def lines_for(self, width: int) -> Iterator[Row]:
        yield from self.head()
        if find(self.campaign.header.ruleset).has_first_player:
            first = self.first if self.first in self.fighters else next(iter(self.fighters), "")
            options = [(of, self.player(of)) for of in self.fighters]
            put = partial(setattr, self, "first")
            yield self.row(Choice(key="first", label="has the first turn", value=first, options=options, put=put))
        put = partial(setattr, self, "practice")
        yield self.row(Flag(key="practice", label="counts for nothing", value=self.practice, put=put))
        yield from below_gap("WHO COMES ALONG   Enter leaves one at home")
        for of in self.fighters:
            for unit, fields in self.campaign.rosters[of].units.items():
                if not fields.get(GONE):
                    comes = unit not in self.without
                    words = plain(f"{tick(comes)} {fields.get('name', unit)}", "bold")
                    away = "" if comes else "   left at home"
                    words = words.append(plain(f"   {self.player(of)}{away}", "$quiet"))
                    yield Row(Flag(key=("home", unit), value=comes, put=partial(self._comes, unit)), words)
        yield gap()
        yield go("Play this battle", self._play)

    def _chosen(self) -> object:
        return super()._chosen(), self.first, tuple(self.without)

    def _comes(self, unit: str, comes: bool) -> None:
        self.without = [u for u in self.without if u != unit] + ([] if comes else [unit])

    def _play(self) -> None:
        if self.lacking():
            return
        first = self.first if self.first in self.fighters else ""
        there = {unit for of in self.fighters for unit in self.campaign.rosters[of].units}
        without = [unit for unit in self.without if unit in there]
        self.screen.close_with(BattlePlan(tuple(self.fighters), self.title_text, self.practice, first, without))


class RecordedForm(_Fighters[Callable[[Transaction], None]]):
    """A battle without a session: one grid of all units, where what is left blank stays as it is.

    Closes with what records it in a transaction.
    """

    heading = "Record a battle"

    def __init__(self, campaign: Campaign) -> None:
        self.result: Outcome | None = None
        self.changes: dict[tuple[str, str], dict[str, Any]] = {}
        super().__init__("A battle that was fought without the app", campaign, False)

    def lines_for(self, width: int) -> Iterator[Row]:
        yield from self.head()
        ends = [(Outcome((of,), by_hand=True), f"{self.player(of)} won") for of in self.fighters]
        ends.append((Outcome(drawn=True, by_hand=True), "a draw"))
        now, words, put = self.result, self._result_words(), partial(setattr, self, "result")
        yield self.row(Choice(key="result", label="result", value=now, shown=words, put=put, options=ends))
        for of in self.fighters:
            roster = self.campaign.rosters[of]
            yield from below_gap(f"WHAT IT CHANGED FOR {self.player(of).upper()}   Enter on one of them")
            yield from map(self.row, self._owned(of))
            for unit, fields in roster.units.items():
                if not fields.get(GONE):
                    words = became_words(self.changes.get((of, unit), {}))
                    name = str(fields.get("name", unit))
                    yield self.row(Act(key=("unit", unit), label=name, shown=words, do=self._asking(of, unit)))
        yield gap()
        yield go("Record it", self._record)

    def _chosen(self) -> object:
        return super()._chosen(), self.result, {of: dict(changed) for of, changed in self.changes.items()}

    def _result_words(self) -> str:
        result = self.result
        if result is None:
            return "?"
        return "a draw" if result.drawn else ", ".join(self.player(of) for of in result.won) + " won"

    def _owned(self, of: str) -> Iterator[Text]:
        """What a warband owns, as it is after this battle."""
        game, before = self.campaign.header.ruleset, self.campaign.rosters[of].fields
        changed = self.changes.get((of, of), {})
        for name, value in {**before, **changed}.items():
            words = [field_value(game, of, name, one) for one in (before.get(name), value)]
            yield Text(
                key=("of", of, name),
                label=name.replace("_", " "),
                why="after this battle",
                shown=" → ".join(words if name in changed else words[1:]),
                as_typed="" if value is None else value_words(value),
                reads=partial(typed_field, self.campaign, of, of, name),
                put=partial(self._own, of, name),
            )

    def _own(self, of: str, name: str, value: object) -> None:
        self.changes.setdefault((of, of), {})[name] = value

    def _asking(self, of: str, unit: str) -> Callable[[], None]:
        """What became of a unit; if it goes on, its form."""
        name = str(self.campaign.rosters[of].units[unit].get("name", unit))
        choices = [("", "It goes on, with other values, weapons or traits"), *BECAME.items()]

        def ask() -> None:
            undo = [("as it was", "Nothing changed")] if (of, unit) in self.changes else []
            self.screen.ask(f"What became of {name}?", [*choices, *undo], chosen)

        def chosen(became: str) -> None:
            if became in BECAME:
                self.changes[(of, unit)] = {GONE: became}
            elif not became:
                self._open_unit(of, unit)
            else:
                del self.changes[(of, unit)]
            self.screen.redraw()

        return ask

    def _open_unit(self, of: str, unit: str) -> None:
        def closed(changes: dict[str, Any]) -> None:
            self.changes.pop((of, unit), None)
            if changes:
                self.changes[(of, unit)] = changes
            self.screen.redraw()

        open_unit(self, self.campaign, of, unit, closed, changed=self.changes.get((of, unit)))

    def _record(self) -> None:
        if self.lacking():
            return
        if self.result is None:
            self.screen.complain("How did it end? Enter on Result says who won.")
            return
        result, fighters, title = self.result, list(self.fighters), self.title_text
        changes = {
            of: [(unit, f, v) for (at, unit), fields in self.changes.items() if at == of for f, v in fields.items()]
            for of in fighters
        }

        def act(made: Transaction) -> None:
            record(made, record_battle(made, fighters, title, result), changes, "recorded by the players")

        self.screen.close_with(act)
