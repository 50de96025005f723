"""The front ends without a screen: JSON lines for programs, plain text for people, and the random player.

`plain.py` asks and tells; `plain_words.py` does the words typed, `speech.py` speaks signs.
`json_lines.py` speaks `messages.py`, which docs/protocol.md describes.
"""
