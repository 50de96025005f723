"""`companion verify`: the verdict of each file, where it is not exact, and the exit status."""

from pathlib import Path

import pytest

from companion.cli import main
from tests.recorded import games


def test_each_file_gets_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = games()[0]
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text(encoding="utf-8").replace('value = "', 'value = "un', 1), encoding="utf-8")
    assert main(["verify", str(good)]) == 0
    assert f"{good}: exact (" in capsys.readouterr().out
    assert main(["verify", str(bad), str(good), str(tmp_path / "none.toml")]) == 1
    told = capsys.readouterr().out
    assert f"{bad}: unverified (" in told
    assert f"{bad}:" in told.splitlines()[0]
    assert f"{good}: exact (" in told
    assert "none.toml: unverified (0 procedures" in told
