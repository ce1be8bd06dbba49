// Says in words what a swap changed, and when an answer never came.
// #live is outside the swapped part, so screen readers keep listening to the same element.

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

function say(/** @type {string} */ text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";
  clearTimeout(waiting);
  // Empty first: the same sentence twice must be heard twice.
  waiting = setTimeout(() => { live.textContent = text; }, 60);
}

/** The summary of a table: the text of its element with data-say. */
const summary = () => document.querySelector("#main [data-say]")?.textContent?.replace(/\s+/g, " ").trim();

function lost(/** @type {boolean} */ shown) {
  const slip = document.getElementById("lost");
  if (slip) slip.hidden = !shown;
  if (slip && shown) say(slip.querySelector("p")?.textContent ?? "");
}

const failed = (/** @type {Event} */ event) => {
  const status = /** @type {CustomEvent} */ (event).detail?.ctx?.response?.status ?? 0;
  return status === 429 || status >= 500;
};

document.addEventListener("htmx:after:swap", (event) => {
  if (failed(event)) return;
  lost(false);
  const text = summary();
  if (text) say(text);
});

// No answer, or one that is no table: what was chosen stays where it is.
document.addEventListener("htmx:error", () => lost(true));
document.addEventListener("htmx:response:error", (event) => {
  if (failed(event)) lost(true);
});

addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-again]")) say(summary() ?? "");
  if (event.target.closest("[data-close]")) lost(false);
});

// The second click of a double click comes after the answer to the first has been swapped in, and
// would be an action on a table that nobody has looked at yet.
addEventListener("click", (event) => {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest("#main button:not([type=button])")) event.preventDefault();
}, true);
