"""The other side of the ratio: the smallest Textual app."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("ready")


if __name__ == "__main__":
    Hello().run()
