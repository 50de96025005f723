"""Who strikes first (steps 3a to 3c)."""

from __future__ import annotations

from companion.engine.state.phrases import phrase, says
from companion.engine.wording import does
from companion.rules.bushido.engagement import had_enemies
from companion.rules.bushido.ki.windows import window
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.units import BushidoTable, Game


def forced_second(fighter: Fighter) -> str:
    """The state that makes it strike second whatever its traits; empty if none does."""
    found = fighter.powers.all("attacks_second")
    return found[0].source if found else ""


def initiative(table: BushidoTable, ex: Exchange) -> tuple[Fighter, str]:
    """The algorithm of step 3a, in its order: the fighter with the initiative, and why. A pure function."""
    first, second = ex.both
    late = [f for f in ex.both if forced_second(f)]
    if len(late) == 1:
        return ex.other(late[0]), f"{does(late[0].name, 'is')} {forced_second(late[0])}"
    if late:
        return first, "both must strike second, so the activating model strikes first"
    own = {f.id: f.powers for f in ex.both}
    cancelled = {
        of: powers.has("strikes_last") and (powers.has("strikes_first") or powers.has("reach"))
        for of, powers in own.items()
    }
    for op, label in (("strikes_first", "Lightning Reflexes"), ("reach", "Reach")):
        usable = [
            f
            for f in ex.both
            if own[f.id].has(op)
            and not cancelled[f.id]
            and not (op == "reach" and had_enemies(ex.began, table, f.model))
        ]
        if len(usable) == 1:
            return usable[0], label
    if own[first.id].has("strikes_last") and not cancelled[first.id]:
        return second, f"{does(first.name, 'is')} Slow"
    return first, "it is activating"


def settle(game: Game, ex: Exchange) -> None:
    """Works the initiative out and notes it if it is new."""
    lead, why = initiative(game.table, ex)
    if (ex.lead_why, ex.lead) != (why, lead):
        ex.lead, ex.lead_why = lead, why
        first = f"first ({why})"
        text = phrase(lead.name, " strikes ", says(first, lead.model, "initiative", first))
        game.note(text, beside="standing", initiative=lead.id, why=why)
        for fighter in ex.both:
            words = first if fighter is lead else "second"
            game.show(fighter.model, "initiative", "Strikes", words)


async def decide_initiative(game: Game, ex: Exchange) -> None:
    """Steps 3a, 3b and 3c."""
    game.at("3a")
    settle(game, ex)
    game.at("3b")
    before = ex.lead
    if await window(game, ex, ex.second.side, "3b", "3b"):
        settle(game, ex)
    narrow = game.options["step3b_active_window"] == "only_if_changed"
    if (
        ex.lead is not ex.first
        and (not narrow or before is not ex.lead)
        and await window(game, ex, ex.first.side, "3b", "3b")
    ):
        settle(game, ex)
    game.at("3c")
    ex.report |= {"initiative": ex.lead.id, "initiative_why": ex.lead_why}
