"""Where the app draws: in a browser as `textual serve` has it, and nowhere if errors are sent to a file."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pyte
import pytest

from tests.tui.test_terminal import OURS
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
WEB = "textual.drivers.web_driver:WebDriver"


def packet(child: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """The next packet of the web driver: its kind and what it carries."""
    assert child.stdout is not None
    kind = child.stdout.read(1)
    return kind, child.stdout.read(int.from_bytes(child.stdout.read(4), "big"))


def test_the_app_is_served_to_a_browser(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key not in OURS}
    env |= {"TEXTUAL_DRIVER": WEB, "TEXTUAL_COLOR_SYSTEM": "truecolor", "COLUMNS": "80", "ROWS": "24", "TERM": "dumb"}
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "--saves", str(tmp_path)],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == b"__GANGLION__\n"
        screen = pyte.Screen(80, 24)
        stream = pyte.ByteStream(screen)
        while not any("READY TO PLAY" in row for row in screen.display):
            kind, data = packet(child)
            assert kind in (b"D", b"M"), child.stderr
            if kind == b"D":
                stream.feed(data)
        child.stdin.write(b"D" + (1).to_bytes(4, "big") + b"q")
        child.stdin.flush()
        while packet(child)[0]:
            pass
        assert child.wait(PATIENCE) == 0
    finally:
        child.kill()
        child.communicate()


def test_with_errors_sent_elsewhere_it_says_so_where_the_players_look(tmp_path: Path) -> None:
    log = tmp_path / "log"
    line = f'"{sys.executable}" -m companion --saves "{tmp_path}" 2>"{log}"'
    env = {**os.environ, "TERM": "xterm-256color"}
    child = pexpect.spawn("sh", ["-c", line], env=env, dimensions=(24, 80), timeout=PATIENCE)
    told = child.read().decode()
    child.close()
    assert child.exitstatus == 2
    assert "start it without 2>" in told
    assert "\x1b[?1049h" not in told + log.read_text()
