"""The project's own Python environment, made and kept up to date with the standard library alone.

Used by play.py and test.py. The environment is the folder `.venv` beside the project; what is
installed in it is exactly what the hashed requirements files name, and nothing else is touched.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "cardavia.json"
OLDEST = (3, 11)


class SetupError(Exception):
    """Something that the person at the keyboard has to know or do; the message says what."""


def say(text: str) -> None:
    """Print a line at once, so that it stands before what a started program prints."""
    print(text, flush=True)


def run(*command: str | Path, quiet: bool = False, extra: dict[str, str] | None = None) -> int:
    """Run a program in the project's folder and return its exit status (127: not found)."""
    output = subprocess.DEVNULL if quiet else None
    environment = {**os.environ, **(extra or {})}
    try:
        return subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=environment,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        ).returncode
    except FileNotFoundError:
        return 127


def is_root() -> bool:
    """Whether this process may install system packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(package: str) -> bool:
    """Install a system package where that is possible without asking: as root, with apt."""
    if not is_root() or shutil.which("apt-get") is None:
        return False
    say(f"Installing the system package {package} …")
    quietly = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", quiet=True, extra=quietly)
    return run("apt-get", "install", "-y", "-qq", package, quiet=True, extra=quietly) == 0


def use_a_new_enough_python() -> None:
    """Go on in a Python that is new enough, if this one is not and another is at hand."""
    if sys.version_info >= OLDEST:
        return
    wanted = ".".join(str(part) for part in OLDEST)
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found and run(found, "-c", "pass", quiet=True) == 0:
            sys.stdout.flush()
            sys.exit(subprocess.call([found, *sys.argv]))
    have = ".".join(str(part) for part in sys.version_info[:3])
    raise SetupError(f"Cardavia needs Python {wanted} or newer; this is Python {have}.")


def ready(name: str) -> Path:
    """Bring the environment to what the requirements file `name` says; return its Python.

    Raises SetupError if that cannot be done.
    """
    use_a_new_enough_python()
    wanted = _digest(name)
    python = _python()
    if python is None:
        python = _create()
    elif _installed().get(name) == wanted:
        return python
    say(f"Installing {name} …")
    status = run(
        *(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"),
        *("--require-hashes", "--no-deps", "--prefer-binary", "--requirement", ROOT / name),
    )
    if status != 0:
        raise SetupError(
            f"pip could not install {name} (its messages are above).\n"
            "It needs a way to the Python package index, directly or through pip's settings."
        )
    installed = {**_installed(), name: wanted}
    if name == "requirements-dev.txt":  # a superset, locked together
        installed["requirements.txt"] = _digest("requirements.txt")
    STAMP.write_text(json.dumps(installed, indent=1) + "\n", encoding="utf-8")
    return python


def _digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


def _installed() -> dict[str, str]:
    """Read what the last successful installations were made from: file name -> SHA-256."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _python() -> Path | None:
    """Find the environment's Python, if there is one that runs and has pip."""
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    python = ENVIRONMENT / folder / name
    check = f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"
    return python if run(python, "-c", check, quiet=True) == 0 else None


def _create() -> Path:
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python3.{sys.version_info.minor}-venv"
        if not apt_install(package):
            raise SetupError(
                "This Python cannot make virtual environments: its module ensurepip is missing.\n"
                f"On Debian and Ubuntu: sudo apt-get install {package}"
            )
    say("Making the environment .venv …")
    if run(sys.executable, "-m", "venv", "--clear", ENVIRONMENT) != 0:
        raise SetupError(f"The environment could not be made in {ENVIRONMENT}.")
    python = _python()
    if python is None:
        raise SetupError(f"The new environment in {ENVIRONMENT} does not work.")
    return python
