"""What the ledger of a campaign says of a battle: the changes that it left, with their reasons and dice."""

from __future__ import annotations

from companion.frontend.saying.campaigns import entry_line
from companion.frontend.saying.rosters import change_words, together
from companion.frontend.saying.sentences import titled
from companion.report.reading import Part
from companion.store.format.campaign import Campaign
from companion.store.ledger import closing


def aftermath_parts(campaign: Campaign, battle: str) -> tuple[Part, ...]:
    """One part a roster that has closed its aftermath, in the order of the battle."""
    parts = []
    for of in campaign.battles[battle].base:
        row = closing(campaign, battle, of)
        if row is not None:
            game = campaign.header.ruleset
            # What the roster itself gained stands below its name.
            lines = tuple(
                titled(change_words(entry, game)) if entry.of == of else entry_line(campaign, of, entry)
                for entry in together(row.entries)
            )
            parts.append((campaign.rosters[of].name, lines))
    return tuple(parts)
