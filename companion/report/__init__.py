"""Battles and campaigns as pages to read: Markdown, and one HTML file with its pictures inside.

What a page says comes from records alone: nothing is played again. The same record gives the same bytes.
`playback.py` goes through a journal, `reading.py` makes records of it, `battle_page.py` makes blocks of them, a
function a section: one without blocks does not appear. `markdown.py` and `page.py` write them. `chronicle.py` and
`chronicle_page.py` do the same for a campaign. The sentences of a game are in the story of its rules.
"""
