"""Collects every message of the product and brings the catalogues up to date.

Run `python -m app.words.catalogue` after changing a sentence: new messages appear untranslated in
locales/*/LC_MESSAGES/cardavia.po, those no longer used are dropped, nothing is guessed. With
`--check` nothing is written; what is missing is listed, and the exit code is 1 if anything is.
"""

import argparse
import copy
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

CODES = ("sv", "ru")
ROOT = Path(__file__).resolve().parents[2]

_SOURCES = {
    "app": ([("**.py", "python")], {}),
    "templates": (
        [("**.html", "jinja2.ext:babel_extract")],
        {"**.html": {"newstyle_gettext": "true", "silent": "false"}},
    ),
}
_KEYWORDS = {**DEFAULT_KEYWORDS, "NN_": (1, 2)}
_COMMENT_TAGS = ("Translators:",)


def template() -> Catalog:
    """Extract every message of the sources, in the order of files and lines."""
    catalogue = Catalog(project="Cardavia", charset="utf-8", fuzzy=False)
    for folder, (methods, options) in sorted(_SOURCES.items()):
        found = extract_from_dir(
            ROOT / folder,
            method_map=methods,
            options_map=options,
            keywords=_KEYWORDS,
            comment_tags=_COMMENT_TAGS,
        )
        for path, line, message, comments, context in found:
            catalogue.add(
                message,
                None,
                [(f"{folder}/{Path(path).as_posix()}", line)],
                auto_comments=comments,
                context=context,
            )
    return catalogue


def path_of(code: str) -> Path:
    """Where the catalogue of a language lies."""
    return ROOT / "locales" / code / "LC_MESSAGES" / "cardavia.po"


def read(code: str) -> Catalog:
    """Read a language's catalogue; an empty one if there is none yet."""
    path = path_of(code)
    if not path.exists():
        return Catalog(
            locale=code,
            header_comment=f"# Cardavia, {code}. The English text is the source.",
            project="Cardavia",
            version="0.1",
            msgid_bugs_address="see README.md",
            last_translator="Cardavia",
            language_team="Cardavia",
            revision_date="",
            charset="utf-8",
            fuzzy=False,
        )
    with path.open("rb") as source:
        return read_po(source, locale=code)


def update(code: str, source: Catalog) -> Catalog:
    """Bring a language's catalogue up to `source` and write it; known translations stay."""
    catalogue = read(code)
    catalogue.update(
        copy.deepcopy(source),  # the messages themselves go over, so each language needs its own
        no_fuzzy_matching=True,
        update_header_comment=False,
        update_creation_date=False,
    )
    catalogue.obsolete.clear()
    path = path_of(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        write_po(target, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return catalogue


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """Iterate over the messages that lack a translation or one of its plural forms."""
    return (message for message in catalogue if message.id and not _texts_complete(message))


def main() -> int:
    """Update both catalogues, or only look; list what is still to be translated."""
    parser = argparse.ArgumentParser(description="bring the catalogues up to date")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on gaps")
    check = parser.parse_args().check
    source = template()
    gaps = 0
    for code in CODES:
        catalogue = read(code) if check else update(code, source)
        missing = [message for message in source if message.id and _gap(catalogue, message)]
        for message in missing:
            sys.stdout.write(f"{code}: {message.id!r}\n")
        gaps += len(missing)
    sys.stdout.write(f"{len(source)} messages, {gaps} translations missing\n")
    return 1 if check and gaps else 0


def _gap(catalogue: Catalog, wanted: Message) -> bool:
    known = catalogue.get(wanted.id, wanted.context)
    return known is None or not _texts_complete(known)


def _texts_complete(message: Message) -> bool:
    texts = message.string
    return all(texts) if isinstance(texts, list | tuple) else bool(texts)


if __name__ == "__main__":
    sys.exit(main())
