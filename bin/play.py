"""Play: `python3 bin/play.py`, then open the address that it prints.

Makes the environment on the first run and brings it up to date after that. Arguments go to
`cardavia serve`; with a command as the first argument, such as `replay FILE`, to `cardavia`.
"""

from __future__ import annotations

import os
import sys

import environment


def main(arguments: list[str]) -> int:
    """Start the game; return the exit status."""
    try:
        python = environment.ready("requirements.txt")
    except environment.SetupError as error:
        print(f"play.py: {error}", file=sys.stderr)
        return 1
    if not arguments or arguments[0].startswith("-"):
        arguments = ["serve", *arguments]
    # Relative file names among the arguments stay relative to where the person is.
    paths = [str(environment.ROOT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    command = [str(python), "-m", "app.cli", *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)  # signals reach the server itself
    import subprocess

    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
