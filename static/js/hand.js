// Arrow keys in a hand of cards: Left and Right move along it, Up and Down between its rows, Home
// and End jump, Space chooses. For checkboxes only: radio buttons do this by themselves.

/** The card in another row that lies next to `box`: below it for `way` 1, above it for -1. */
function across(/** @type {HTMLElement[]} */ all, /** @type {HTMLElement} */ box, /** @type {number} */ way) {
  const from = box.getBoundingClientRect();
  let best, least = Infinity;
  for (const other of all) {
    const to = other.getBoundingClientRect();
    const far = Math.abs(to.left - from.left);
    // The cards of one row may lie in an arc.
    if ((to.top - from.top) * way > from.height / 3 && far < least) [best, least] = [other, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const fan = box.closest(".fan");
  if (!fan) return;
  const all = [.../** @type {NodeListOf<HTMLInputElement>} */ (fan.querySelectorAll("input"))];
  const at = all.indexOf(box);
  const along = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const to = way ? across(all, box, way)
    : along !== undefined && all[(along + all.length) % all.length];
  if (!to) return;
  event.preventDefault();
  to.focus();
});
