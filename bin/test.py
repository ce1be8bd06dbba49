"""Check everything: `python3 bin/test.py`.

Makes the environment, sees to a Chromium for the browser tests and to a PostgreSQL for the tests of
the server, then runs ruff, mypy and pytest.
With arguments, only pytest runs, and they are passed to it: `python3 bin/test.py tests/engine`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import environment
from environment import SetupError, run, say

WHOLE = ("--numprocesses=2", "--dist=loadfile")
"""Two processes, since many tests wait for a browser or a server; each test file goes to one."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def works(path: str | None) -> bool:
    """Whether this is a Chromium that starts at all."""
    return bool(path) and run(str(path), "--version", quiet=True) == 0


def find_chromium(python: Path) -> str | None:
    """Find a Chromium that is on this machine: CHROMIUM, one on the PATH, Playwright's own."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        if not works(chosen):
            raise SetupError(f"CHROMIUM names {chosen}, which does not start.")
        return chosen
    for name in NAMES:
        path = shutil.which(name)
        if works(path):
            return path
    asked = subprocess.run(
        [str(python), "-c", OWN], capture_output=True, text=True, check=False, cwd=environment.ROOT
    )
    path = asked.stdout.strip()
    return path if works(path) else None


def get_chromium(python: Path) -> str:
    """Find a Chromium, or install one. Raises SetupError if there is no way to one."""
    found = find_chromium(python)
    if found:
        return found
    say("No Chromium found. Asking Playwright for one …")
    dependencies = ("--with-deps",) if environment.is_root() else ()
    run(python, "-m", "playwright", "install", *dependencies, "chromium", quiet=True)
    found = find_chromium(python)
    if not found and environment.apt_install("chromium"):
        found = find_chromium(python)
    if not found:
        raise SetupError(
            "The browser tests need a Chromium, and none could be installed.\n"
            "Install Chromium or Chrome, or name one by CHROMIUM=/path/to/chromium.\n"
            "Without a browser: python3 bin/test.py --ignore=tests/browser"
        )
    return found


def has_postgres() -> bool:
    """Whether the programs of a PostgreSQL server are on this machine; tests/postgres.py knows."""
    if shutil.which("initdb"):
        return True
    return any(Path("/usr/lib/postgresql").glob("[0-9]*/bin/initdb"))


def get_postgres() -> None:
    """See to a PostgreSQL. Raises SetupError if there is no way to one."""
    if not has_postgres() and not (environment.apt_install("postgresql") and has_postgres()):
        raise SetupError(
            "The tests of the server need the programs of PostgreSQL 15 or newer, and they could\n"
            "not be installed. On Debian and Ubuntu: sudo apt-get install postgresql\n"
            "Without it: .venv/bin/python -m pytest, which skips what needs it."
        )


def wants(folder: str, arguments: list[str]) -> bool:
    """Whether these pytest arguments reach the tests of a folder."""
    if f"--ignore={folder}" in arguments:
        return False
    paths = [argument for argument in arguments if argument.startswith("tests")]
    return not paths or any(
        path.startswith(folder) or path.rstrip("/") == "tests" for path in paths
    )


def main(arguments: list[str]) -> int:
    """Run the checks; return 0 only if every one of them passed."""
    settings = {"PYTHONUTF8": "1"}
    try:
        python = environment.ready("requirements-dev.txt")
        if wants("tests/browser", arguments):
            settings["CHROMIUM"] = get_chromium(python)
            settings["CARDAVIA_BROWSER"] = "required"
        if any(wants(folder, arguments) for folder in ("tests/app", "tests/resilience")):
            get_postgres()
            settings["CARDAVIA_POSTGRES"] = "required"
    except SetupError as error:
        print(f"test.py: {error}", file=sys.stderr)
        return 1
    checks = {
        "ruff check": ("ruff", "check", "."),
        "ruff format": ("ruff", "format", "--check", "."),
        "mypy": ("mypy",),
        "mypy bin": ("mypy", "bin/environment.py", "bin/play.py", "bin/test.py"),
    }
    failed = []
    if not arguments:
        for name, (module, *options) in checks.items():
            say(f"— {name}")
            if run(python, "-m", module, *options) != 0:
                failed.append(name)
        say("— pytest")
    if run(python, "-m", "pytest", *(arguments or WHOLE), extra=settings) != 0:
        failed.append("pytest")
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
