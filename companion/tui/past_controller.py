"""The past of an open session as the screens see a session."""

from __future__ import annotations

from companion.engine.past import Past
from companion.frontend.past_view import PastHooks, PastView
from companion.tui.controller import SaveState, SessionController


class PastController(SessionController):
    """The controller of a table as it was: read-only, at rest, and nothing can be started there.

    It shows what was played until it was made; go about in it with `past`.
    """

    def __init__(self, live: SessionController) -> None:
        view = PastView(live.opened)
        super().__init__(view)
        self.hooks = PastHooks(view)
        self.past: Past = view.past

    def save_state(self) -> SaveState:
        return SaveState("as it was", "as it was")
