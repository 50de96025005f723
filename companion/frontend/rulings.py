"""The rulings book of a session's campaign, for all front ends: what bears on a prompt, is kept and applied."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Event
from companion.frontend.ended_numbers import EndedNumbers
from companion.frontend.opened import OpenSession
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.folders import campaign_file

if TYPE_CHECKING:
    from companion.store.format.campaign import Campaign, RulingRow, Scope
    from companion.store.rulings import Asked, Choice, Offer

T = TypeVar("T")


class RulingBook:
    """The rulings of the campaign that an open session is a battle of; nothing for a session of its own.

    The campaign is read when it is first asked for, and again if its file has changed.
    """

    def __init__(self, opened: OpenSession) -> None:
        self._opened = opened
        self._seen: object = None
        self._campaign: Campaign | None = None
        self._battle = ""
        self._asked: Asked | None = None

    @property
    def there(self) -> bool:
        """Whether there is a book: the session is a battle of a campaign."""
        return self._read() is not None

    def lines(self) -> list[str]:
        """The whole book, one line per ruling."""
        from companion.frontend.saying.campaigns import ruling_lines

        campaign = self._read()
        return ruling_lines(campaign) if campaign is not None else []

    def offers(self) -> list[Offer]:
        """The rulings that bear on what is asked now, those that can be applied by one key first."""
        campaign = self._read()
        if campaign is None or not campaign.rulings:
            return []
        from companion.store.rulings import offers

        return offers(self._opened.session, campaign.rulings, self._battle)

    def made_in(self, ruling: RulingRow) -> str:
        """Where and when a ruling was made: `First blood, 2026-11-14, Rhea`."""
        from companion.frontend.saying.campaigns import made_in

        return made_in(self._campaign, ruling) if self._campaign is not None else ""

    def apply(self, n: int, on: str = "") -> list[Event]:
        """Overrules what stands as ruling `n` says: the first thing it bears on, or the one with the key or words `on`.

        Raises InvalidInput if it bears on none, or may not be applied.
        """
        found = [
            offer
            for offer in self.offers()
            if offer.ruling.n == n and (offer.key == on or offer.words.casefold().startswith(on.casefold()))
        ]
        if not found:
            raise InvalidInput(f"ruling {n} does not bear on what is asked now")
        offer = found[0]
        if offer.why_not:
            raise InvalidInput(f"ruling {n} cannot be applied: {offer.why_not}")
        return self._opened.session.overrule(offer.key, offer.value, f"{offer.ruling.words} (ruling {n})")

    def overrule(self, key: str, value: Any, why: str, *, across: bool = False, hint: str = "") -> list[Event]:
        """Overrules as the session does, and remembers the prompt, so that an answer to it can be kept.

        At rest a number of what ended last, as `EndedNumbers` does. Raises InvalidInput if the session does.
        """
        if self._opened.session.run is None:
            return EndedNumbers(self._opened).overrule(key, value, why, across=across, hint=hint)
        asked = None
        if self.there:
            from companion.store.rulings import asked_now

            asked = asked_now(self._opened.session)
        events = self._opened.session.overrule(key, value, why)
        self._asked = asked
        return events

    def last_key(self) -> str:
        """The key of the last ruling in the open procedure, or in the last one if none is open.

        Raises InvalidInput if there is none.
        """
        from companion.store.rulings import last_ruled

        ruled = last_ruled(self._opened.session)
        if ruled is None:
            raise InvalidInput("nothing was overruled just now", hint="overrule a number first, then keep it")
        return ruled.key

    def meanings(self, key: str) -> list[Choice]:
        """What the ruling that was just made under this key may mean. Raises InvalidInput."""
        from companion.store.rulings import meanings

        return meanings(self._opened.session, key, self._asked)

    def keep_as(self, key: str, means: str, *, line: str = "", who: str = "", scope: str = "campaign") -> RulingRow:
        """Keeps a ruling by words: `means` is total, difference, line or answer; `line` names one of several lines.

        Raises InvalidInput as `keep` does.
        """
        if scope not in ("campaign", "battle"):
            raise InvalidInput(f"{scope!r} is no scope", hint="campaign or battle")
        choices = self.meanings(key)
        found = [one for one in choices if one.ruling.meaning == means and line in ("", one.ruling.value, *one[1:])]
        if len(found) != 1:
            raise InvalidInput(
                f"{means!r} may mean several lines" if found else f"this ruling cannot mean {means!r}",
                hint="; ".join(f"{one.ruling.meaning}: {one.words}" for one in choices),
            )
        return self.keep(found[0], who=who, scope="battle" if scope == "battle" else "campaign")

    def keep(self, meant: Choice, *, who: str = "", scope: Scope = "campaign") -> RulingRow:
        """Keeps the ruling that was just made for the whole campaign, or for this battle alone.

        Raises InvalidInput if the campaign cannot be written; nothing has changed then.
        """
        from companion.store.rulings import keep

        row = dataclasses.replace(meant.ruling, who=who, scope=scope)
        return self._write(lambda made: keep(made, row, self._battle))

    def note(self, words: str, who: str = "") -> RulingRow:
        """Keeps words that no question brings back. Raises InvalidInput as `keep` does."""
        from companion.store.rulings import note

        return self._write(lambda made: note(made, words, who, self._battle))

    def accept(self, n: int) -> RulingRow:
        """An imported ruling holds from now on. Raises InvalidInput as `keep` does."""
        from companion.store.rulings import accept

        return self._write(lambda made: accept(made, n))

    def drop(self, n: int, why: str = "") -> RulingRow:
        """A ruling holds no more. Raises InvalidInput as `keep` does."""
        from companion.store.rulings import drop

        return self._write(lambda made: drop(made, n, why))

    def _write(self, act: Callable[[Any], T]) -> T:
        from companion.store.campaigns import changing

        if not self.there:
            raise InvalidInput("this session is no battle of a campaign", hint="rulings are kept in campaigns")
        if self._opened.read_only:
            raise InvalidInput("this session is open read-only", hint=self._opened.session.read_only)
        try:
            with changing(self._file) as made:
                return act(made)
        except (CannotOpen, OSError) as fault:
            raise InvalidInput(f"the campaign could not be written: {fault}", hint="nothing was changed") from fault

    @property
    def _file(self) -> Path:
        return campaign_file(self._opened.file.parent)

    def _read(self) -> Campaign | None:
        if not self._file.is_file():
            return None
        seen = disk.fingerprint(self._file)
        if seen != self._seen:
            self._seen = seen
            self._campaign = self._battle_campaign()
        return self._campaign

    def _battle_campaign(self) -> Campaign | None:
        from companion.store.battles import battle_beside

        try:
            found = battle_beside(self._opened.file)
        except CannotOpen:
            return None
        campaign, self._battle = found if found is not None else (None, "")
        return campaign
