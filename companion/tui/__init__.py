"""The Textual app: knows sessions, requests and declarations; knows no game and decides no rule.

`app.py` has the screens and is their `host.py`; `controller.py` is the one session they show, `others.py` what seats
and other programs do in it. `commands.py` declares every key, `keymap.py` and `settings.py` what players set once, as
TOML in their own folder. A key waits in `keys.py` until the one before it has done its work, and the screen is painted
once it has done all that it does. A game opens with what its first frame needs; what is looked up later is imported
later.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.tui import collector

if TYPE_CHECKING:
    from companion.frontend.app_player import SideByApp
    from companion.frontend.opened import OpenSession


def run_app(
    saves: Path, file: Path | None = None, seat: OpenSession | None = None, by_app: SideByApp | None = None
) -> int:
    """Opens the app on a folder of sessions, at once on `file` or a seat where one is given. Returns the status.

    `by_app` is the side of `file` that the app plays.
    """
    collector.rest()
    # Here and not above: the collector rests while Textual is imported.
    from companion.seats.lines import IN_BROWSER
    from companion.tui.app import CompanionApp
    from companion.tui.settings import settings_file
    from companion.tui.terminal import ends_on_signals, withstand_terminals

    withstand_terminals()
    # A seat in a browser changes no setting of who shares the table.
    in_browser = os.environ.get("TEXTUAL_DRIVER") == IN_BROWSER
    config = None if in_browser else settings_file()
    app = CompanionApp(saves, file, config, now=lambda: datetime.now().astimezone(), seat=seat, by_app=by_app)

    async def run() -> int:
        with ends_on_signals(app) as ending:
            await app.run_async()
        print(app.last_words(), end="", file=sys.stderr)
        return ending.status or app.return_code or 0

    return asyncio.run(run())
