"""The sizes of terminals at which the layout changes."""

from __future__ import annotations

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""The smallest terminal in which everything can be reached."""

NORMAL, WIDE = 80, 104
"""Columns from which two panels stand side by side, and three."""

TALL, ROOMY, SPACED = 22, 30, 40
"""Lines from which a fight and a request fit one above the other, there is room to space things out, or much room."""

WIDTHS = [(0, "-tiny"), (LEAST_WIDTH, "-narrow"), (NORMAL, "-normal"), (WIDE, "-wide")]
HEIGHTS = [(0, "-flat"), (LEAST_HEIGHT, "-low"), (TALL, "-tall"), (ROOMY, "-high")]
"""The classes that a screen has by its width and height."""
