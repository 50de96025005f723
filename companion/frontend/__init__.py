"""What plain text, JSON lines and the screens share: reading what is typed, words for players, and the open session.

Typed: `answers.py`, `numbers.py`, `dice.py`, `splits.py`, `grids.py`; `naming.py` has names as typed. Said:
`wording.py`, `explanations.py` (what a form says of an entry), `luck.py` (rolled against expected), `rarity.py` (how
likely a roll was), `odds.py`. Forms: `form.py` (a
field: what it holds, how it is read, where it goes), `entity_form.py` and `items.py` (units and records as fields).
By hand: `by_hand.py` (health and the second tracker of a unit), `letters.py` (the short mark of each unit).
The past: `past_view.py`, `undo.py` (over the borders of procedures).
"""
