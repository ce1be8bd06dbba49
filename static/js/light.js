// The light of the room: sliders act while they move, and a cookie keeps what they say.
// Without scripts the same form is sent to the server, which answers with the same cookie.
const root = document.documentElement;
const ORDER = ["c", "g", "t"];
const YEAR = 365 * 24 * 3600;

root.classList.add("js");

/** @returns {NodeListOf<HTMLInputElement>} all sliders of one property: the panel's, the page's */
const dials = (/** @type {string} */ v) => document.querySelectorAll(`input[data-v="${v}"]`);

/** Percent to custom property: contrast and grain run from 0 to 1, temperature from -1 to 1. */
const scaled = (/** @type {string} */ v, /** @type {number} */ n) => (v === "t" ? n / 50 - 1 : n / 100);

/** Sets one property for the page and for every slider that shows it. */
function set(/** @type {string} */ v, /** @type {number} */ n) {
  root.style.setProperty(`--${v}`, String(scaled(v, n)));
  for (const dial of dials(v)) {
    dial.value = String(n);
    const shown = dial.parentElement?.querySelector("output");
    // The server wrote the number the way the language does; only its digits change.
    if (shown) shown.textContent = (shown.textContent ?? "").replace(/\d+/, String(n));
  }
}

function keep(/** @type {string} */ name, /** @type {string} */ value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

const keepLight = () => keep("cardavia_light", ORDER.map((v) => dials(v)[0]?.value ?? "50").join("."));

addEventListener("input", (event) => {
  const dial = event.target;
  if (!(dial instanceof HTMLInputElement) || !dial.dataset.v) return;
  set(dial.dataset.v, Number(dial.value));
  keepLight();
});

// Ways to play: the attributes of the root are the cookie's words, in this order.
const WAYS = ["speed", "autonext", "keys", "autopass", "seen", "groups"];

addEventListener("change", (event) => {
  const choice = event.target;
  if (!(choice instanceof HTMLInputElement) || choice.type !== "radio") return;
  if (choice.name !== "deck" && !WAYS.includes(choice.name)) return;
  root.dataset[choice.name] = choice.value;
  if (choice.name === "deck") keep("cardavia_deck", choice.value);
  else keep("cardavia_ways", WAYS.map((name) => root.dataset[name]).join("."));
});

// "Back to 50 %" on the settings page: a button with data-neutral.
addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-neutral]")) return;
  event.preventDefault();
  for (const v of ORDER) set(v, 50);
  keepLight();
});

// A page that comes back out of the browser's memory may be older than the cookie.
addEventListener("pageshow", () => {
  const kept = /(?:^|; )cardavia_light=(\d{1,3})\.(\d{1,3})\.(\d{1,3})/.exec(document.cookie);
  if (kept) ORDER.forEach((v, i) => set(v, Math.min(100, Number(kept[i + 1]))));
});
