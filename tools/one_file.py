"""Makes one file with all that Companion needs, for this system and this Python: `python -m tools.one_file FOLDER`."""

import platform
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAME = f"companion-{platform.system().lower()}-py{sys.version_info.major}{sys.version_info.minor}.pyz"
BIN = "Scripts" if sys.platform == "win32" else "bin"


def make(folder: Path) -> Path:
    """Builds it in an environment of its own, with what a shared table needs; returns the file."""
    out = folder.resolve() / NAME
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        run = [str(Path(place) / BIN / "python"), "-m"]
        subprocess.run([*run, "pip", "install", "--quiet", "shiv>=1.0.8,<2"], check=True)
        words = ["--console-script", "companion", "--python", "/usr/bin/env python3", "--output-file", str(out)]
        subprocess.run([*run, "shiv.cli", *words, f"{ROOT}[serve]"], check=True)
    return out


if __name__ == "__main__":
    print(make(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")))
