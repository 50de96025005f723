#!/usr/bin/env python3
"""From a fresh clone to the app, or to the tests, in one command. Needs Python 3.11 or newer and nothing else.

    python3 start.py            installs what is missing and opens the app on the ready sessions
    python3 start.py test       installs and runs the tests
    python3 start.py lint       installs and runs style, types, import arrows and the links of the pages
    python3 start.py serve FILE installs what phones need too, once, and shares a table with them
    python3 start.py ...        anything else goes to the app: python3 start.py list

Everything lands in .venv beside this file; delete that folder to start over.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
HOME = ROOT / ".venv"
BIN = HOME / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

MODULE = (str(PYTHON), "-P", "-m")
"""Runs a module that is installed, and none that lies in the folder from which this is called."""

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("mkdocs", "build", "--strict", "--quiet"),
)


def install(group: str = "") -> None:
    """Installs the app, and the tools of a dependency group or an extra, unless this very pyproject was installed."""
    import tomllib

    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    stamp = HOME / f"installed-{group or 'app'}"
    enough = [stamp] if group else sorted(HOME.glob("installed-*"))
    if PYTHON.exists() and any(s.exists() and s.read_text(encoding="utf-8") == project for s in enough):
        return
    print("Setting up (once, about half a minute) …", flush=True)
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    told = tomllib.loads(project)
    named = told["dependency-groups"].get(group, [])
    extra = f"[{group}]" if group in told["project"]["optional-dependencies"] else ""
    wanted = ["-e", f"{ROOT}{extra}", *(word for word in named if isinstance(word, str))]
    quiet = ["--quiet", "--disable-pip-version-check"]
    if subprocess.call([*MODULE, "pip", "install", *quiet, *wanted]):
        sys.exit("The set-up failed: see pip's words above. Nothing else was changed; try again when that is mended.")
    subprocess.call([*MODULE, "compileall", "-q", str(ROOT / "companion")])
    stamp.write_text(project, encoding="utf-8")


def main(words: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python meets first
        return print("Companion needs Python 3.11 or newer; this is", sys.version.split()[0]) or 1
    if words[:1] == ["test"]:
        install("test")
        # One more than there are cores: while one waits for a disk or a terminal, another works.
        workers = str((os.cpu_count() or 1) + 1)
        # Each worker reads all tests: compiled once they take it two seconds, else eight.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        return subprocess.call([PYTHON, "-m", "pytest", "-n", workers, "--dist", "worksteal", *words[1:]], cwd=ROOT)
    if words[:1] == ["lint"]:
        install("test")
        install("lint")
        statuses = [subprocess.call([BIN / check[0], *check[1:]], cwd=ROOT) for check in CHECKS]
        return int(any(statuses))
    if words[:1] in (["-h"], ["--help"]):
        print(__doc__, flush=True)
    install("serve" if words[:1] == ["serve"] else "")
    os.environ.setdefault("COMPANION_SAVES", str(ROOT / "saves"))
    command = [*MODULE, "companion", *words]
    if os.name != "nt":
        # The app takes this program's place: keys, signals and a closed lid reach it and nobody else.
        os.execv(PYTHON, command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
