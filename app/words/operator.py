"""What the commands tell whoever runs the server."""

from pathlib import Path

from app.i18n import Language


def not_writable(lang: Language, path: Path, user: int) -> str:
    """Say that the database's file or folder can't be written by the user with this number."""
    return lang.gettext(
        "The database %(path)s can't be written. The server runs as the user with the number"
        " %(user)s: give the folder, and the files in it, to that user."
    ) % {"path": path, "user": user}


def no_database(lang: Language, reason: str) -> str:
    """Say that the database can't be reached, with the driver's own words."""
    return lang.gettext("The database can't be reached: %(reason)s") % {"reason": reason}


def too_new(lang: Language, version: str) -> str:
    """Say that the tables are those of a later version of the server."""
    return lang.gettext(
        "A later version of Cardavia has changed the database (to step %(step)s), and this one"
        " can't read it. Use that version, or a backup from before."
    ) % {"step": version}


def bad_setting(lang: Language, name: str) -> str:
    """Say that a setting has a value that isn't one."""
    return lang.gettext("The setting %(name)s has a value that can't be used.") % {"name": name}


def no_address(lang: Language, address: str, reason: str) -> str:
    """Say that the server can't listen where it should, with the system's own words."""
    return lang.gettext("The server can't listen on %(address)s: %(reason)s") % {
        "address": address,
        "reason": reason,
    }


def open_at(lang: Language, address: str) -> str:
    """Say where the room is open."""
    return lang.gettext("The room is open: %(address)s") % {"address": address}


def pruned(lang: Language, matches: int, sessions: int) -> list[str]:
    """Say how much was removed."""
    return [
        lang.ngettext("%(num)s match was removed.", "%(num)s matches were removed.", matches)
        % {"num": matches},
        lang.ngettext("%(num)s session was removed.", "%(num)s sessions were removed.", sessions)
        % {"num": sessions},
    ]


def kept_for_ever(lang: Language) -> str:
    """Say that nothing is removed by these settings."""
    return lang.gettext("CARDAVIA_KEEP_DAYS is 0: everything is kept.")


def copied(lang: Language, path: Path) -> str:
    """Say that a backup was made."""
    return lang.gettext("The database was copied to %(path)s.") % {"path": path}


def not_copied(lang: Language, path: Path, reason: str) -> str:
    """Say that a backup can't be written, with the system's own words."""
    return lang.gettext("The copy %(path)s can't be written: %(reason)s") % {
        "path": path,
        "reason": reason,
    }


def copy_exists(lang: Language, path: Path) -> str:
    """Say that there is a file where the backup should go."""
    return lang.gettext("There is a file %(path)s already; nothing was copied.") % {"path": path}


def no_file_to_copy(lang: Language) -> str:
    """Say that only SQLite is copied in this way."""
    return lang.gettext("Only a SQLite database is copied here; PostgreSQL has pg_dump for that.")
