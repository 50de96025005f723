"""What plain text, JSON lines and the screens share: reading what is typed, words for players, and the open session.

Typed: `typed.py` (names and numbers), `answers.py` (options), `typed_answers.py` (dice, splits, grids),
`request_words.py` (a class a kind of request); sent by programs and seats: `lines_in.py` reads it, `calls_in.py` calls
what it asks for. Said: `saying/`, the only place where words are made of facts. Forms: `form.py` (a field: what it
holds, how it is read, where it goes), `entity_form.py` and `items.py` (units and records as fields), `grammar.py` (what
players type for one), `roster_lines.py` (a unit in one line). By hand: `by_hand.py`, `letters.py` (the short mark of
each unit). The past: `past_view.py`, `ended_numbers.py`; undo over borders of a campaign: `opened.py`.
"""
