"""A PostgreSQL server of the tests' own, from the system's packages, ended with them."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tests.browser.server import free_port

REQUIRED = os.environ.get("CARDAVIA_POSTGRES") == "required"
_OLDEST = 15
_FAST = {"fsync": "off", "full_page_writes": "off", "max_connections": "120"}
"""The server is killed in no test by a power cut, and its data is thrown away."""


def programs() -> Path | None:
    """Find the folder of the newest PostgreSQL with everything a server needs."""
    folders = sorted(
        (path for path in Path("/usr/lib/postgresql").glob("[0-9]*/bin")),
        key=lambda path: int(path.parent.name),
    )
    found = shutil.which("initdb")
    if found:
        folders.insert(0, Path(found).resolve().parent)
    for folder in reversed(folders):
        if (folder / "initdb").exists() and _version(folder) >= _OLDEST:
            return folder
    return None


def _version(folder: Path) -> int:
    said = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=False
    ).stdout
    number = said.strip().rpartition(" ")[2] if "(" not in said else said.split()[2]
    return int(number.partition(".")[0]) if number[:1].isdigit() else 0


class Postgres:
    """One server on a free port of the loopback interface; data survives stop and start."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder
        self.port = free_port()
        self.password = secrets.token_hex(8)
        self.user = _unprivileged()
        self.folder = Path(tempfile.mkdtemp(prefix="cardavia-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        secret = self.folder / "password"
        secret.write_text(self.password)
        for path in (self.folder, secret):
            if self.user is not None:
                shutil.chown(path, self.user)
        command = [folder / "initdb", "-D", self.folder / "data", "-U", "cardavia", "-E", "UTF8"]
        options = ["--no-locale", "-A", "scram-sha-256", f"--pwfile={secret}", "--no-sync"]
        subprocess.run(
            [*map(str, command), *options],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self._who,
        )

    @property
    def _who(self) -> dict[str, Any]:
        if self.user is None:
            return {}
        group = pwd.getpwnam(self.user).pw_gid
        return {"user": self.user, "group": group, "extra_groups": []}

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://cardavia:{self.password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": str(self.port),
            **_FAST,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                **self._who,
            )
        deadline = time.monotonic() + 60
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            self.do("SELECT 1")
        except OperationalError:
            return False
        return True

    def stop(self) -> None:
        """End the server and every connection to it at once, in good order."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # a fast shutdown, in PostgreSQL's words
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def do(self, statement: str, database: str = "postgres") -> None:
        engine = create_engine(
            self.url(database).replace("postgresql:", "postgresql+psycopg:"),
            isolation_level="AUTOCOMMIT",
        )
        try:
            with engine.connect() as connection:
                connection.execute(text(statement))
        finally:
            engine.dispose()

    def new_database(self) -> str:
        """Make an empty database; return its address."""
        name = f"room_{secrets.token_hex(6)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)


def _unprivileged() -> str | None:
    """Return a user to be who isn't root; None for who we are."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
