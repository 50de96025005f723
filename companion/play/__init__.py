"""The front ends without a screen: JSON lines for programs, plain text for people, and the random player.

`plain.py` asks and tells; `plain_words.py` does the words typed, `speech.py` speaks signs.
`json_lines.py` speaks `messages.py`, which docs/protocol.md describes.
"""


class Faulty(Exception):
    """A command did its work and found faults: it has said them, and the exit status says so too."""

    def __init__(self, status: int = 1) -> None:
        super().__init__(status)
        self.status = status
