"""Makes the font of the page for browsers anew: a part of DejaVu Sans Mono, two weights, with its licence.

    pip install fonttools brotli
    python -m tools.page_font FOLDER

FOLDER has DejaVuSansMono.ttf and DejaVuSansMono-Bold.ttf of version 2.37 (dejavu-fonts.github.io, or the package
`fonts-dejavu-core` of a Linux).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

OUT: Final = Path("companion") / "seats" / "web" / "page"
WEIGHTS: Final = {"DejaVuSansMono.ttf": "mono.woff2", "DejaVuSansMono-Bold.ttf": "mono-bold.woff2"}
RANGES: Final = (
    (0x20, 0x17F),  # Latin
    (0x370, 0x45F),  # Greek, Cyrillic
    (0x2010, 0x205E),  # dashes, quotation marks, dots
    (0x2070, 0x209C),  # small numbers
    (0x20AC, 0x20AC),  # euro
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x2265),  # signs of arithmetic
    (0x2500, 0x25FF),  # lines, blocks, shapes
    (0x2600, 0x266F),  # stars, hearts
    (0x2680, 0x2685),  # dice
    (0x2713, 0x2718),  # ticks and crosses
)


def main(folder: Path) -> None:
    """Writes both weights and the licence."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    licence = ""
    for name, out in WEIGHTS.items():
        font = TTFont(folder / name)
        licence = str(font["name"].getDebugName(13))
        options = Options()
        options.flavor, options.name_IDs, options.hinting = "woff2", ["*"], False
        part = Subsetter(options)
        part.populate(unicodes=[at for first, last in RANGES for at in range(first, last + 1)])
        part.subset(font)
        font.flavor = "woff2"
        font.save(OUT / out)
        print(OUT / out, (OUT / out).stat().st_size)
    about = "mono.woff2 and mono-bold.woff2 are parts of DejaVu Sans Mono 2.37 (https://dejavu-fonts.github.io/)."
    (OUT / "mono.LICENSE").write_text(f"{about}\n\n{licence}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
