"""What concerns a whole campaign: the next battle, a recorded one, players who join and leave, the export."""

from __future__ import annotations

from functools import partial

from companion.store.campaigns import Transaction
from companion.store.format.campaign import Campaign
from companion.store.joining import Joining, join, leave
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.asking import PickOne
from companion.tui.screens.battle_form import BattleForm, RecordedForm
from companion.tui.screens.campaign_base import CampaignBase
from companion.tui.screens.campaign_rows import Act
from companion.tui.screens.joining import JoiningForm
from companion.tui.text import plain


def act(screen: CampaignBase, campaign: Campaign, what: Act | str) -> None:
    """Does what the row of this name says."""
    if what in ("next", "practice"):
        screen.open_over(FormScreen(BattleForm(campaign, practice=what == "practice")), screen.play_battle)
    elif what == "record":
        form = FormScreen(RecordedForm(campaign))
        screen.open_over(form, lambda record: screen.transact(record) if record is not None else None)
    elif what == "rulings":
        _ask_rulings(screen, campaign)
    elif what == "join":
        _ask_joining(screen, campaign)
    elif what == "leave":
        _ask_leaving(screen, campaign)
    else:
        screen.change(lambda: _export(screen))


def _export(screen: CampaignBase) -> None:
    # What checks files against their models takes as long to import as all the rest.
    from companion.store.campaign_zip import export_campaign

    to = export_campaign(screen.file, screen.saves / f"{screen.file.parent.name}.zip")
    screen.in_app(screen.host.say, f"The whole campaign is in {to}")


def _ask_rulings(screen: CampaignBase, campaign: Campaign) -> None:
    from companion.tui.screens.rulings_book import RulingsBook

    def decided(one: tuple[int, str, str] | None) -> None:
        if one is not None:
            n, what, _ = one
            said = f"Ruling {n} {'holds here now' if what == 'accept' else 'is dropped'}"
            screen.transact(partial(_decide, decided=one), said)

    screen.open_over(RulingsBook(campaign), decided)


def _decide(made: Transaction, decided: tuple[int, str, str]) -> None:
    from companion.store.rulings import accept, drop

    n, what, why = decided
    if what == "accept":
        accept(made, n)
    else:
        drop(made, n, why)


def _ask_joining(screen: CampaignBase, campaign: Campaign) -> None:
    def joined(one: Joining | None) -> None:
        if one is not None:
            screen.transact(partial(_join, one=one), f"{one.player} joins")

    form = JoiningForm(campaign.header.ruleset, len(campaign.rosters), screen.saves)
    screen.open_over(FormScreen(form), joined)


def _ask_leaving(screen: CampaignBase, campaign: Campaign) -> None:
    choices: list[tuple[str | None, str]] = [(None, "Nobody")]
    choices += [(of, player.name) for of, player in campaign.players.items() if not player.left]

    def left(of: str | None) -> None:
        if of is not None:
            said = f"{campaign.players[of].name} has left; the battles stay"
            screen.transact(partial(_leave, of=of), said)

    text = plain("What was fought stays, and the roster stays listed.", "$quiet")
    screen.open_over(PickOne("Who leaves the campaign?", choices, text=text), left)


def _join(made: Transaction, one: Joining) -> None:
    join(made, [one])


def _leave(made: Transaction, of: str) -> None:
    leave(made, of)
