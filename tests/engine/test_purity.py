"""The engine touches nothing outside: its imports and names say so.

Left out are training, which happens beforehand, and adapters, which join other toolkits to it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

ROOT = Path(engine.__file__).parent
ELSEWHERE = {"training", "adapters"}
FILES = sorted(path for path in ROOT.rglob("*.py") if ELSEWHERE.isdisjoint(path.parts))
FORBIDDEN_MODULES = {
    "os", "io", "pathlib", "time", "datetime", "socket", "subprocess", "threading", "asyncio",
    "secrets", "logging", "shutil", "tempfile", "sqlite3", "urllib", "http", "pickle", "uuid",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint"}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module
            yield node.module


@pytest.fixture(params=FILES, ids=lambda path: str(path.relative_to(ROOT)))
def tree(request: pytest.FixtureRequest) -> ast.AST:
    path: Path = request.param
    return ast.parse(path.read_text("utf-8"))


def test_imports(tree: ast.AST) -> None:
    for name in imports(tree):
        top = name.partition(".")[0]
        assert top in {*sys.stdlib_module_names, "numpy", "engine"}
        assert top not in FORBIDDEN_MODULES


def test_calls(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS


def test_randomness_is_passed_in(tree: ast.AST) -> None:
    """Of the module random only the class is used: its functions share one state."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
        ):
            assert node.attr == "Random"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random"}


def test_there_is_something_to_check() -> None:
    assert len(FILES) > 10
