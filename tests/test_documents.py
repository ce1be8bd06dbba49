"""The documents say what is so."""

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from engine.game import GAMES
from engine.shuffle import SeededDecks, commitment

ROOT = Path(__file__).resolve().parent.parent
SEED = hashlib.sha256(b"a seed for tests").hexdigest()


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    return tomllib.loads(text_of("pyproject.toml"))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ;]", requirement)[0].lower() for requirement in requirements}


def test_every_dependency_is_documented_and_no_other() -> None:
    found = project()
    lists = [
        found["project"]["dependencies"],
        *found["dependency-groups"].values(),
        *found["project"].get("optional-dependencies", {}).values(),
    ]
    wanted = set().union(*map(names, lists))
    documented = set(re.findall(r"^\| `([\w-]+)` \|", text_of("docs/dependencies.md"), re.M))
    assert documented == wanted


def test_every_runtime_dependency_is_locked() -> None:
    locked = set(re.findall(r"^([\w.-]+)==", text_of("requirements.txt"), re.M))
    assert names(project()["project"]["dependencies"]) <= locked
    developing = set(re.findall(r"^([\w.-]+==\S+)", text_of("requirements-dev.txt"), re.M))
    playing = set(re.findall(r"^([\w.-]+==\S+)", text_of("requirements.txt"), re.M))
    assert playing <= developing, "the locks are of different days"


@pytest.mark.parametrize("group", ["", "-container", "-dev", "-bench"])
def test_locks_name_no_address(group: str) -> None:
    assert "://" not in text_of(f"requirements{group}.txt")
    assert "index-url" not in text_of(f"requirements{group}.txt")


def test_every_setting_is_documented_with_its_default() -> None:
    rows = dict(
        re.findall(r"^\| `(CARDAVIA_\w+)` \| `([^`]*)` \|", text_of("docs/hosting.md"), re.M)
    )
    defaults = {
        f"CARDAVIA_{name.upper()}": str(field.get_default(call_default_factory=True))
        for name, field in Settings.model_fields.items()
    }
    assert rows == defaults


def test_notice_has_the_hashes_of_vendored_files() -> None:
    rows = re.findall(
        r"^\| `([\w./-]+\.js)` .* \| `([0-9a-f]{64})` \|$", text_of("NOTICE.md"), re.M
    )
    assert len(rows) == 2
    for name, digest in rows:
        assert hashlib.sha256((ROOT / name).read_bytes()).hexdigest() == digest
    vendored = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("static/vendor/*.js")}
    assert vendored < {name for name, _ in rows}


def fairness() -> dict[str, Any]:
    """Run the code that docs/fairness.md gives to readers."""
    found = re.search(r"```python\n(.*?)```", text_of("docs/fairness.md"), re.S)
    assert found
    scope: dict[str, Any] = {}
    exec(found.group(1), scope)
    return scope


@pytest.mark.parametrize(("game", "pack"), [("one-poker", "ONE_POKER"), ("run-fast", "RUN_FAST")])
@pytest.mark.parametrize("client_seed", ["my words", "cafe\u0301 🂡", "x" * 64])
def test_the_readers_shuffle_is_the_servers(game: str, pack: str, client_seed: str) -> None:
    code = fairness()
    assert code["commitment"](SEED) == commitment(SEED)
    decks = SeededDecks(game, GAMES[game].pack, SEED, client_seed)
    assert tuple(code[pack]) == GAMES[game].pack
    deck = decks.deck()
    assert tuple(code["shuffle"](code[pack], game, SEED, client_seed)) == deck
    left = deck[:7]
    assert tuple(code["shuffle"](left, game, SEED, client_seed, 1)) == decks.reshuffle(1, left)


def test_every_page_is_named_in_the_readme() -> None:
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert pages == set(re.findall(r"\]\((docs/\w[\w-]*\.md)\)", text_of("README.md")))


def test_links_between_documents_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} -> {target}"
