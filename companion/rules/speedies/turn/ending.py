"""How a battle ends: rout, elimination, or the turns that were agreed; and what to do after it."""

from __future__ import annotations

from companion.engine.wording import count, does, listed
from companion.rules.speedies.catalog import AFTER_BATTLE
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.units import Game, SpeediesTable


def treasure_of(table: SpeediesTable, alliance: str) -> int:
    """How many Treasure tokens an alliance's units on the table carry."""
    return sum(u.treasure and u.alive and table.alliance(u.side) == alliance for u in table.units.values())


def alliances(table: SpeediesTable) -> list[str]:
    """The alliances in listing order."""
    return list(dict.fromkeys(table.alliance(s) for s in table.sides))


def losses(table: SpeediesTable, alliance: str) -> int:
    """Units that the warbands of an alliance have lost."""
    return sum(s.units_lost for s in table.sides.values() if table.alliance(s.id) == alliance)


def _left(table: SpeediesTable) -> list[str]:
    return [a for a in alliances(table) if any(u.alive and table.alliance(u.side) == a for u in table.units.values())]


def end_if_decided(game: Game, why: str = "") -> bool:
    """Ends the battle when one alliance or none has units on the table; returns whether it is over.

    `why` is the reason to give where units left the table otherwise than by a fight.
    """
    left = _left(game.table)
    if len(left) > 1:
        return False
    if left:
        end(game, _side_of(game.table, left[0]), why or f"only {_name(game.table, left[0])} is left on the table")
    else:
        end(game, None, why or "nobody is left on the table")
    return True


def end_by_turns(game: Game) -> None:
    """Ends the battle after the agreed turns: fewest units lost, then most Treasure, else a draw (table ruling)."""
    table = game.table
    scores = sorted((losses(table, a), -treasure_of(table, a), i, a) for i, a in enumerate(_left(table)))
    best, second = scores[0], scores[1]
    played = f"{count(table.round, 'turn')} {'is' if table.round == 1 else 'are'} played"
    if best[:2] == second[:2]:
        end(game, None, f"{played}, and nothing tells the two apart")
    else:
        end(game, _side_of(table, best[3]), f"{played}: fewest lost, then most Treasure")


def end(game: Game, winner: str | None, why: str) -> None:
    """Sets the end, and reminds of what comes after the battle."""
    table = game.table
    game.end_game(winner, why)
    how = f"{does(table.title(winner), 'wins')}, {why}" if winner is not None else f"a draw, {why}"
    game.note(f"The battle is over: {how}.", beside="end", winner=winner or "", why=why)
    fallen = [u for u in table.units.values() if u.status == OUT]
    scars = [{"unit": u.id, "table": u.type} for u in fallen]
    names = ", ".join(f"{u.name} ({u.type})" for u in fallen) or "nobody"
    promoted = [u.id for u in table.units.values() if u.promote_pending]
    game.note(f"After the battle, scars for: {names}.", scars=scars)
    who = listed(table.title(u) for u in promoted) or "nobody"
    for text in AFTER_BATTLE:
        text = text.format(promoted=who)
        game.note(f"After the battle: {text}", reminder=text, promoted=promoted)


def _side_of(table: SpeediesTable, alliance: str) -> str:
    own = [s for s in table.sides if table.alliance(s) == alliance]
    return next((s for s in own if table.of_side(s)), own[0])


def _name(table: SpeediesTable, alliance: str) -> str:
    return " and ".join(s.name for s in table.sides.values() if table.alliance(s.id) == alliance)
