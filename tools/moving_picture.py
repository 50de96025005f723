"""Makes docs/pictures/melee.svg: a melee with typed dice as a picture that moves, a frame after each key.

    python -m tools.moving_picture

From real play of a ready game; the same keys lead to the same bytes. Who asks for reduced motion sees the last frame.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Final

from companion.tui.app import CompanionApp
from tools.pictures import OUT, Picture, bare, quiet, scene, until

FILE: Final = OUT / "melee.svg"
SIZE: Final = (80, 24)
SCENE: Final = Picture("melee", "bushido-bridge-at-kagu", (("melee", "hiro+oda"),), "split", 0)
KEYS: Final = (
    ("1", "space", "3", "enter"),
    ("1", "space", "1", "enter"),
    ("5", "2", "6", "6", "4", "3", "enter"),
    ("enter",),
    ("5", "4", "enter"),
)
"""Keys of each answer: both splits, the dice of both, no feat, the damage."""
SHORT: Final = 0.7
"""Seconds that a frame stands after a key."""
LONG: Final = 2.4
"""And after an answer."""


async def frames() -> list[tuple[str, float]]:
    """Each picture and how long it stands."""
    shown: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        saves = Path(folder)
        app = CompanionApp(saves, scene(SCENE, saves))
        async with app.run_test(size=SIZE) as pilot:
            app.theme = "dark"
            await until(pilot, lambda: app.screen.is_current and app.controller is not None)
            await quiet(pilot)
            shown.append((bare(app.export_screenshot(title="Companion", simplify=True)), LONG))
            for answer in KEYS:
                for key in answer:
                    await pilot.press(key)
                    await quiet(pilot)
                    picture = bare(app.export_screenshot(title="Companion", simplify=True))
                    shown.append((picture, LONG if key == "enter" else SHORT))
    return shown


def moving(shown: list[tuple[str, float]]) -> str:
    """One picture of all frames, each in view for its time, over and over."""
    whole = sum(seconds for _, seconds in shown)
    box = re.search(r'viewBox="([^"]+)"', shown[0][0])
    assert box is not None
    at, styles, parts = 0.0, [], []
    for place, (picture, seconds) in enumerate(shown):
        start, end = 100 * at / whole, 100 * (at + seconds) / whole
        last = place == len(shown) - 1
        hidden = "" if not place else "0% { visibility: hidden } "
        after = "" if last else f"{end:.3f}% {{ visibility: hidden }}"
        styles.append(f"@keyframes f{place} {{ {hidden}{start:.3f}% {{ visibility: visible }} {after} }}")
        styles.append(f".f{place} {{ visibility: {'visible' if last else 'hidden'}; }}")
        runs = f".f{place} {{ animation: f{place} {whole:.1f}s step-end infinite }}"
        styles.append(f"@media (prefers-reduced-motion: no-preference) {{ {runs} }}")
        parts.append(f'<g class="f{place}">{picture}</g>')
        at += seconds
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}"><style>\n'
    return head + "\n".join(styles) + "\n</style>\n" + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    FILE.write_text(moving(asyncio.run(frames())), encoding="utf-8")
    print(FILE)
