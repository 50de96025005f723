"""What concerns a whole campaign: the next battle, a recorded one, players who join and leave, the export."""

from __future__ import annotations

from companion.store.format.campaign import Campaign
from companion.store.joining import Joining, join, leave
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.battle_form import BattleForm, RecordedForm
from companion.tui.screens.campaign_changes import CampaignChanges
from companion.tui.screens.campaign_rows import Act
from companion.tui.screens.joining import JoiningForm
from companion.tui.text import plain


def act(changes: CampaignChanges, campaign: Campaign, what: Act | str) -> None:
    """Does what the row of this name says."""
    if what in ("next", "practice"):
        changes.screen.open_over(FormScreen(BattleForm(campaign, practice=what == "practice")), changes.play_battle)
    elif what == "record":
        changes.screen.open_over(FormScreen(RecordedForm(campaign)), changes.transact)
    elif what == "rulings":
        _ask_rulings(changes, campaign)
    elif what == "join":
        _ask_joining(changes, campaign)
    elif what == "leave":
        _ask_leaving(changes, campaign)
    else:
        _export(changes)


def _export(changes: CampaignChanges) -> None:
    said: list[str] = []

    def write() -> None:
        # What checks files against their models takes as long to import as all the rest.
        from companion.store.campaign_zip import export_campaign

        to = export_campaign(changes.file, changes.saves / f"{changes.file.parent.name}.zip")
        said.append(f"The whole campaign is in {to}")

    changes.screen.change_files(write, said)


def _ask_rulings(changes: CampaignChanges, campaign: Campaign) -> None:
    from companion.tui.screens.rulings_book import RulingsBook

    def decided(one: tuple[int, str, str]) -> None:
        from companion.store.rulings import accept, drop

        n, what, why = one
        if what == "accept":
            changes.transact(lambda made: accept(made, n), f"Ruling {n} holds here now")
        else:
            changes.transact(lambda made: drop(made, n, why), f"Ruling {n} is dropped")

    changes.screen.open_over(RulingsBook(campaign), decided)


def _ask_joining(changes: CampaignChanges, campaign: Campaign) -> None:
    def joined(one: Joining) -> None:
        changes.transact(lambda made: join(made, [one]), f"{one.player} joins")

    form = JoiningForm(campaign.header.ruleset, len(campaign.rosters), changes.saves)
    changes.screen.open_over(FormScreen(form), joined)


def _ask_leaving(changes: CampaignChanges, campaign: Campaign) -> None:
    choices: list[tuple[str | None, str]] = [(None, "Nobody")]
    choices += [(of, player.name) for of, player in campaign.players.items() if not player.left]

    def left(of: str) -> None:
        said = f"{campaign.players[of].name} has left; the battles stay"
        changes.transact(lambda made: leave(made, of), said)

    text = plain("What was fought stays, and the roster stays listed.", "$quiet")
    changes.screen.ask("Who leaves the campaign?", choices, left, text=text)
