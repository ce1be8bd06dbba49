"""Static files: kept for good at their address, several sent as one; icons for a home screen."""

import re
import struct

import pytest

from app.resources import folder
from tests.app.visitor import Visitor


def test_files_of_a_folder_are_sent_as_one(visitor: Visitor) -> None:
    url = visitor.room.assets.url
    answer = visitor.get(url("css/tokens+base.css"))
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    css = folder("static") / "css"
    told = (css / "tokens.css").read_text() + (css / "base.css").read_text()
    bare = re.sub(r"/\*.*?\*/", "", told, flags=re.DOTALL)
    assert "".join(answer.text.split()) == "".join(bare.split())
    for kept in (" + ", 'body::before,body::after{content:"";'):
        assert kept in answer.text
    script = visitor.get(url("js/live+first.js"))
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.text.count("\n}\n{\n") == 1, "each keeps its names to itself"


@pytest.mark.parametrize(
    "path",
    [
        "css/tokens+nothing.css",
        "css/tokens+base.js",
        "img/icon+sprite.svg",
        "css/tokens+../js/live.css",
        "css/tokens++base.css",
        "css/+.css",
    ],
)
def test_what_is_no_file_is_not_found(visitor: Visitor, path: str) -> None:
    assert visitor.get(visitor.room.assets.url(path)).status_code == 404


def test_what_was_joined_is_not_kept_without_end(visitor: Visitor) -> None:
    for number in range(200):
        names = "+".join(["tokens"] * 2 + ["x" * (number + 1)])
        visitor.get(visitor.room.assets.url(f"css/{names}.css"))
    assert len(visitor.room.assets._joined) <= 64


def test_every_file_that_a_page_names_is_there(visitor: Visitor) -> None:
    pages = ["/", "/settings", "/rules/one-poker", "/fairness", "/nothing"]
    pages += [visitor.prepare("one-poker"), visitor.open("one-poker"), visitor.open("run-fast")]
    named = set()
    for page in pages:
        found = re.findall(
            r'(?:href|src)="((?:/static/|/light|/manifest)[^"#]+)', visitor.get(page).text
        )
        named |= {address.replace("&amp;", "&") for address in found}
    assert len(named) > 8
    for address in named:
        assert visitor.get(address).status_code == 200, address


def test_the_home_screen_gets_a_name_and_icons(visitor: Visitor) -> None:
    answer = visitor.get("/manifest.webmanifest", headers={"Accept-Language": "ru"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == "ru"
    assert "игры" in manifest["description"]
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = visitor.get("/" + icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert "{}x{}".format(*struct.unpack(">II", picture.content[16:24])) == icon["sizes"]
    page = visitor.get("/").text
    assert f'name="theme-color" content="{manifest["theme_color"]}"' in page
