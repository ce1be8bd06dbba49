// Says in words what a swap changed, keeps the focus in the table, and has a way out when an answer
// never came. #live is outside the swapped part, so screen readers keep listening to it.

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

/** The text of the first element in the table that fits. */
const words = (/** @type {string} */ selector) =>
  document.querySelector(`#main ${selector}`)?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** Moves the focus into the table if it is nowhere: what had it is gone. */
function land() {
  const now = document.activeElement;
  if (now && now !== document.body && now.checkVisibility()) return;
  const wanted = document.querySelector("#main [autofocus]") ?? document.getElementById("main");
  if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
}

function lost(/** @type {boolean} */ shown) {
  const slip = document.getElementById("lost");
  if (!slip || (slip.hidden && !shown)) return;
  slip.hidden = !shown;
  if (shown) say(slip.querySelector("p")?.textContent ?? "");
  else land();
}

const failed = (/** @type {Event} */ event) => {
  const status = /** @type {CustomEvent} */ (event).detail?.ctx?.response?.status ?? 0;
  return status === 429 || status >= 500;
};

// What lies open stays open.
/** @type {string[]} */
let open = [];
document.addEventListener("htmx:before:swap", () => {
  open = [...document.querySelectorAll("#main details[open][id]")].map((each) => each.id);
});

document.addEventListener("htmx:after:swap", (event) => {
  if (failed(event)) return;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  lost(false);
  const text = words("[data-say]");
  if (text) say(text);
  setTimeout(land);
});

// No answer, or one that is no table: what was chosen stays where it is, and can be sent again.
// That is safe: the server takes an action for one revision of the table only once.
/** @type {{ form: HTMLFormElement, by: HTMLElement | null } | undefined} */
let last;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && form.closest("#main"))
    last = { form, by: /** @type {SubmitEvent} */ (event).submitter };
}, true);
document.addEventListener("htmx:error", () => lost(true));
document.addEventListener("htmx:response:error", (event) => {
  if (failed(event)) lost(true);
});

addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-again]")) say(words("[data-state]") || words("[data-say]"));
  if (event.target.closest("[data-close]")) lost(false);
  if (event.target.closest("[data-retry]")) {
    if (last?.form.isConnected) last.form.requestSubmit(last.by?.isConnected ? last.by : null);
    else location.reload();
  }
  const fold = event.target.closest("[data-open]")?.getAttribute("data-open");
  if (fold) document.getElementById(fold)?.setAttribute("open", "");
});

// The second click of a double click comes after the answer to the first has been swapped in, and
// would be an action on a table that nobody has looked at yet.
addEventListener("click", (event) => {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest("#main button:not([type=button])")) event.preventDefault();
}, true);
