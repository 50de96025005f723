"""An Instant feat declared between activations."""

from __future__ import annotations

from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.procedure import procedure
from companion.engine.wording import does
from companion.rules.bushido.ki.feats import Offer, closed, use_feat
from companion.rules.bushido.units import Game


@procedure("Instant Ki feat")
async def declare_feat(game: Game, feat: str) -> dict[str, Any]:
    """Pays for an Instant feat at rest. `feat` is `MODEL: NAME`."""
    of, _, name = feat.partition(": ")
    model = game.table.unit(of)
    known = next((f for f in model.feats if f.name == name), None)
    if known is None:
        raise InvalidInput(f"{does(model.name, 'has')} no feat {name!r}", code="unknown_feat")
    why = closed(model, known)
    if why:
        raise InvalidInput(f"{known.name}: {why}", code="cannot_pay")
    use_feat(game, Offer(model, known, model))
    if not known.effects:
        await game.do("feat.card", by=model.side, title=f"Do what the card says: {known.name}")
    return {"model": model.id, "feat": known.name}
