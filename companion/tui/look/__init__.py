"""The look: what every screen is drawn with. Pure functions from words and numbers to `Content`; nothing knows a game.

| module | gives |
|---|---|
| `colours` | styles by role: `TEXT`, `QUIET`, `MIND`, `STRONG`, `DIE`, `CURSOR`; `fill(colour)` for bands |
| `rows` | `beside` (left and right in one row), `flow` (parts one after another, wrapped between them), `halves`, \
`columns`, `fitting` (as many parts as fit whole) |
| `band` | `band`, the rows of the one large colour of a screen |
| `pips` | `health(now, most, style, …)`: `●●●×··  5 of 8`; `groups` for several wounds a model |
| `faces` | `Face`, `face`: `▐5▌` counted, ` 2 ` not, `2→▐5▌` re-rolled |
| `pixels` | `large`: text in letters three rows high, else bold and spaced |
| `key_row` | keys that do something now, as many as fit whole, `?` last |
| `grid` | `choice_grid`: one column per choice, its chances under it; `bars` if there is much room |

Every function takes the width in cells and gives rows that are never wider. Words wrap at spaces and are never cut;
if something must give way, whole parts are left out from the end, the least important last in the list.
A terminal with few colours needs no case of its own: fills are drawn reversed, and its theme has no colours.
"""
