"""Contrast of every text with what is painted behind it, read from a picture of the page.

The page is photographed with and without its text. Where the pictures differ there is text; in each
light, of these pixels the worst counts: what is behind it, against the computed color of the text.
The grain that lies over everything is in the pictures already; over the text's color it is
computed from the pixel of the grain's tile that lies there. Contrast is WCAG's ratio of relative
luminances.
"""

import base64
from dataclasses import dataclass

from playwright.sync_api import Page

_COLLECT = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgb = (color) => {
    if (!known.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      known.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(color);
  };
  const found = [];
  const add = (element, text, rects) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    if (element.closest(":disabled, [aria-disabled=true]")) return;
    for (let each = element; each; each = each.parentElement)
      if (getComputedStyle(each).clipPath === "inset(50%)") return;
    for (const box of rects) {
      if (box.width < 3 || box.height < 3 || box.bottom < 0 || box.top > innerHeight) continue;
      if (box.right < 0 || box.left > innerWidth) continue;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!top || !top.contains(element) && !element.contains(top)
          && !top.closest("label")?.contains(element)) continue;
      const near = element.closest("[id]")?.id ?? "";
      found.push({ where: `${near} ${element.tagName.toLowerCase()}.${element.className}`,
        text: text.slice(0, 40), color: rgb(getComputedStyle(element).color),
        box: [box.x, box.y, box.width, box.height] });
    }
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(node.parentElement, node.data.trim(), range.getClientRects());
  }
  for (const field of document.querySelectorAll("input:is([type=number], [type=text])"))
    add(field, field.value, [field.getBoundingClientRect()]);
  return found;
}"""

_HIDE = """hidden => {
  globalThis.textHidden ??= new CSSStyleSheet();
  textHidden.replaceSync(`*, ::before, ::after, ::marker {
    transition: none !important; animation: none !important; caret-color: transparent !important;
    ${hidden ? `-webkit-text-fill-color: transparent !important;
      text-decoration-color: transparent !important;` : ""} }`);
  if (!document.adoptedStyleSheets.includes(textHidden))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, textHidden];
}"""

_PIXELS = """async (data) => {
  const image = await createImageBitmap(
    await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return canvas.getImageData(0, 0, image.width, image.height);
}"""

_FIND = """async ([shown, hidden, texts]) => {
  const pixels = PIXELS;
  const after = (await pixels(shown)).data, { width: wide, height: tall, data: before } =
    await pixels(hidden);
  // Whether text of this color covers a third of a pixel at least: then what is seen lies that far
  // between what was there and the color. Fainter traces may be an edge that was drawn anew.
  const drawn = (at, color) => {
    let [along, length, change] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const way = color[k] - before[at + k], gone = after[at + k] - before[at + k];
      along += way * gone;
      length += way * way;
      change += gone * gone;
    }
    const part = along / (length || 1);
    return change > 200 && part > 0.33 && change - part * part * length < 150;
  };
  globalThis.glyphs = texts.map(({ color, box: [x, y, width, height] }) => {
    const found = [];
    const left = Math.max(0, Math.floor(x)), right = Math.min(wide, Math.ceil(x + width));
    const top = Math.max(0, Math.floor(y)), bottom = Math.min(tall, Math.ceil(y + height));
    for (let row = top; row < bottom; row++) for (let column = left; column < right; column++)
      if (drawn(4 * (row * wide + column), color)) found.push([column, row]);
    return found;
  });
  return globalThis.glyphs.map(each => each.length);
}""".replace("PIXELS", _PIXELS)

_MEASURE = """async ([hidden, texts, strength]) => {
  const pixels = PIXELS;
  const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const TABLE = Float64Array.from({ length: 256 }, (_, v) => linear(v));
  const light = (r, g, b) =>
    0.2126 * TABLE[Math.round(r)] + 0.7152 * TABLE[Math.round(g)] + 0.0722 * TABLE[Math.round(b)];
  const { width: wide, data: under } = await pixels(hidden);
  const tile = globalThis.grain;
  return texts.map(({ where, text, color }, number) => {
    let least = Infinity;
    for (const [column, row] of globalThis.glyphs[number]) {
      const at = 4 * (row * wide + column);
      const over = 4 * ((row + 35) % 96 * 96 + (column + 95) % 96);  // minus 61 and 97 px
      const a = tile[over + 3] / 255 * strength;
      const [r, g, b] = [0, 1, 2].map((k) => color[k] * (1 - a) + tile[over + k] * a);
      const [one, two] = [light(r, g, b), light(under[at], under[at + 1], under[at + 2])];
      least = Math.min(least, (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05));
    }
    return [Number.isFinite(least) ? least : 1, where, text];
  });
}""".replace("PIXELS", _PIXELS)

_GRAIN = """async address => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return [...canvas.getImageData(0, 0, image.width, image.height).data].join(" ");
}"""

_OPACITY = "() => Number(getComputedStyle(document.documentElement, '::after').opacity)"


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text and its contrast with the worst pixel behind it."""

    ratio: float
    where: str
    text: str


def read_grain(page: Page, reader: Page) -> None:
    """Give `reader` the tile of the grain (96 by 96 pixels) that `page` uses."""
    icon = page.locator("link[rel=icon]").first.get_attribute("href") or ""
    tile = page.evaluate(_GRAIN, icon.rpartition("/")[0] + "/grain.png")
    reader.evaluate("tile => { globalThis.grain = tile.split(' ').map(Number); }", tile)


def find_text(page: Page, reader: Page) -> None:
    """Find the pixels of every visible text of `page` as it stands, for `contrasts`."""
    page.evaluate(_HIDE, False)
    texts, shown = page.evaluate(_COLLECT), _picture(page)
    page.evaluate(_HIDE, True)
    found = reader.evaluate(_FIND, [shown, _picture(page), texts])
    page.evaluate(_HIDE, False)
    assert len(texts) > 8, "hardly any text was found"
    lost = [text["text"] for text, pixels in zip(texts, found, strict=True) if not pixels]
    assert not lost, f"can't be seen at all: {lost}"


def contrasts(page: Page, reader: Page) -> list[Text]:
    """Measure the texts that were found, in the light that is on now."""
    page.evaluate(_HIDE, True)
    texts, hidden = page.evaluate(_COLLECT), _picture(page)
    page.evaluate(_HIDE, False)
    measured = reader.evaluate(_MEASURE, [hidden, texts, page.evaluate(_OPACITY)])
    return [Text(*found) for found in measured]


def _picture(page: Page) -> str:
    return base64.b64encode(page.screenshot(scale="css", caret="initial")).decode()
