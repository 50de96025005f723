"""What ties a session to its campaign: an aftermath that ends in the session is closed in the campaign at once."""

from __future__ import annotations

from pathlib import Path

from companion.engine.errors import RULES_FAIL, InvalidInput, blame
from companion.engine.journal import JournalEntry
from companion.engine.session import Session
from companion.store.battles import battle_beside
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import aftermath_done, close, is_what_is_left
from companion.store.diagnostics import CannotOpen
from companion.store.folders import campaign_file
from companion.store.format.campaign import BatchRow, Campaign
from companion.store.ledger import closing


class CampaignLink:
    """The battle of a campaign that a session is.

    `notices` are sentences for the players about what was done. `closed` are the batches that play has added to the
    campaign since the session was opened, each with the campaign as it was written then.
    """

    def __init__(self, file: Path, battle: str) -> None:
        self.file = file
        self.battle = battle
        self._failure = ""
        self.notices: list[str] = []
        self.closed: list[tuple[Campaign, BatchRow]] = []
        self._closed: set[str] = set()
        """The rosters whose aftermath the campaign has."""
        self._last: JournalEntry | None = None
        """The last aftermath that was looked at."""

    def trouble(self, session: Session) -> str:
        """Why the campaign is not what the session leads to, in a sentence; empty where it is.

        An undo in the session takes nothing back in the campaign.
        """
        undone = ", ".join(session.table.title(of) for of in sorted(self._closed) if not aftermath_done(session, of))
        if undone and not self._failure:
            return f"the campaign still has the aftermath of {undone}: redo it here, or reopen it there"
        return self._failure

    def border(self, session: Session, count: int) -> str:
        """Why an undo of `count` inputs is to be asked first, in a sentence; empty if it crosses no border.

        The borders are that between the battle and its aftermath, and the end of an aftermath that the campaign has.
        """
        aftermath = session.ruleset.aftermath
        if aftermath is None:
            return ""
        kept = session.undo_count - count
        starts, closed = [], set()
        played = 0
        for entry in session.entries:
            if entry.procedure == aftermath.name:
                starts.append(played)
                if played + entry.weight > kept:
                    closed.add(str(entry.args.get("side", "")))
            played += entry.weight
        if session.run is not None and session.run.procedure.name == aftermath.name:
            starts.append(played)
        elif not starts and session.history.next_redo == aftermath.name:
            starts.append(session.undo_count)
        taken = ", ".join(session.table.title(of) for of in sorted(closed & self._closed))
        if taken:
            return f"the campaign has the aftermath of {taken}, and keeps it when it is undone here"
        return "this goes from the aftermath back into the battle" if starts and kept < starts[0] else ""

    def rested(self, session: Session) -> None:
        """The session came to rest: if that ended the aftermath of a side, the battle is closed for it.

        And for all others whose aftermath is done: a battle may have been reopened for everybody.
        """
        last = _last_aftermath(session)
        # Several inputs may have been taken as one: what came after it is no reason to miss one that is new.
        if last is None or last.outcome.get("left") or (last is self._last and last is not session.entries[-1]):
            return
        self._last = last
        self._close(session)

    def opened(self, session: Session) -> None:
        """After a crash between the two files: closes what the session has and the campaign has not.

        A battle that players have reopened stays open until its session changes.
        """
        self._last = _last_aftermath(session)
        if session.run is not None:
            return
        try:
            campaign = read_campaign(self.file)
        except CannotOpen as fault:
            self._failure = str(fault)
            return
        fought = campaign.battles[self.battle]
        early = fought.result is not None and fought.result.by_hand and session.table.over is None
        # Of a battle that the players ended before the rules did, nobody played an aftermath.
        self._closed = {of for of in fought.base if not early and closing(campaign, self.battle, of) is not None}
        if not fought.voided:
            try:
                sides = [
                    of
                    for of in fought.base
                    if aftermath_done(session, of) and _lost(campaign, self.battle, of, session)
                ]
            except RULES_FAIL as fault:
                self._failure = f"what the battle leaves cannot be worked out: {blame(fault)}"
                return
            if sides:
                self._close(session)

    def _close(self, session: Session) -> None:
        self._failure = ""
        try:
            with changing(self.file) as made:
                sides = [of for of in made.campaign.battles[self.battle].base if aftermath_done(session, of)]
                closed = close(made, self.battle, session, sides)
            names = [made.campaign.rosters[of].name for of in closed]
            rows = [closing(made.campaign, self.battle, of) for of in closed]
            self.closed += [(made.campaign, row) for row in rows if row is not None]
            self._closed |= set(sides)
            self.notices = [*made.notices, *(f"{name}: the aftermath is in the campaign" for name in names)]
        except (CannotOpen, InvalidInput, OSError) as fault:
            self._failure = (
                f"the campaign could not be written ({fault}); nothing is lost, it is closed at the next opening"
            )
        except RULES_FAIL as fault:
            # What the ruleset raises while it says what the battle leaves: the session itself goes on.
            self._failure = f"the battle could not be closed: {blame(fault)}; it is tried again at the next opening"


def _lost(campaign: Campaign, battle: str, of: str, session: Session) -> bool:
    """Whether this aftermath never reached the ledger."""
    if closing(campaign, battle, of) is not None:
        return False
    batch = session.ruleset.batch(session, of)
    rows = [row for row in campaign.ledger if (row.kind, row.battle, row.roster) == ("battle", battle, of)]
    return not any(is_what_is_left(campaign, row, batch) for row in rows)


def link_of(session_file: Path, id_: str) -> CampaignLink | None:
    """The link of a session that is in the folder of a campaign and is one of its battles; else None.

    Raises CannotOpen if the campaign cannot be read.
    """
    found = battle_beside(session_file, id_)
    return CampaignLink(campaign_file(session_file.parent), found[1]) if found is not None else None


def _last_aftermath(session: Session) -> JournalEntry | None:
    aftermath = session.ruleset.aftermath
    found = (entry for entry in reversed(session.entries) if aftermath and entry.procedure == aftermath.name)
    return next(found, None)
