// The choice of cards in Run Fast: offers what the chosen cards can become, steps through what can
// be played, names it on the button, clears and sorts, and keeps the keyboard in the hand after a
// swap. The server sends the words; without this module everything still works.

const CARDS = "3456789TJQKA2";
const MOST = 12;

const hand = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form.hand"));

/** @returns {HTMLInputElement[]} */
const boxes = (/** @type {Element} */ form) => [...form.querySelectorAll(".fan input")];

/** The ranks of cards as the server writes them: "44" for two fours. */
const ranks = (/** @type {HTMLInputElement[]} */ some) =>
  some.map((box) => box.value[0]).sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)).join("");

const chosen = (/** @type {HTMLFormElement} */ form) => ranks(boxes(form).filter((box) => box.checked));

/** @returns {Map<string, string>} names of what can be played, by its ranks, in the rules' order */
const names = (/** @type {HTMLFormElement} */ form) => new Map(JSON.parse(form.dataset.names ?? "[]"));

/** Whether the ranks `part` are among the ranks `whole`. */
const within = (/** @type {string} */ part, /** @type {string} */ whole) => {
  for (const rank of part) {
    if (!whole.includes(rank)) return false;
    whole = whole.replace(rank, "");
  }
  return true;
};

/** Chooses the cards of a play. Those that are chosen already stay, as far as they belong to it;
 * who still holds the three of hearts has to play it first. */
function pick(/** @type {HTMLFormElement} */ form, /** @type {string} */ pattern) {
  const first = (/** @type {HTMLInputElement} */ box) => (box.value === "3h" ? 2 : Number(box.checked));
  for (const box of boxes(form).sort((a, b) => first(b) - first(a))) {
    box.checked = pattern.includes(box.value[0]);
    if (box.checked) pattern = pattern.replace(box.value[0], "");
  }
  label(form);
}

/** Writes on the button what the chosen cards are. */
function label(/** @type {HTMLFormElement} */ form) {
  const button = form.querySelector("#do-play"), name = names(form).get(chosen(form));
  if (!button) return;
  const { play, none } = form.dataset;
  button.textContent = (name ? play?.replace("{}", name) : none) ?? "";
  button.classList.toggle("named", Boolean(name));
}

/** A play in few signs: "5 5" for a pair, "5–9" for a straight, "5 5–7 7" for a pair run. */
function brief(/** @type {string} */ pattern) {
  const each = pattern[0] === pattern[1] ? 2 : 1;
  const parts = pattern[0] === pattern.at(-1) ? [pattern] : [pattern.slice(0, each), pattern.slice(-each)];
  return parts.map((part) => [...part].join(" ").replaceAll("T", "10")).join("–");
}

/** Offers the plays that the chosen cards are a part of. */
function offer(/** @type {HTMLFormElement} */ form, shown = true) {
  const list = form.querySelector("#offers"), now = chosen(form), all = names(form);
  if (!(list instanceof HTMLElement)) return;
  const found = shown && now ? [...all.keys()].filter((each) => each !== now && within(now, each)) : [];
  list.hidden = !found.length;
  list.replaceChildren(...found.slice(0, MOST).map((pattern) => {
    const button = document.createElement("button"), name = document.createElement("span");
    button.type = "button";
    button.className = "btn ghost";
    button.dataset.pattern = pattern;
    name.textContent = all.get(pattern) ?? "";
    button.append(brief(pattern), " ", name);
    return button;
  }));
}

/** Goes on by `by` among the plays that are possible, and says which one it is. */
function step(/** @type {HTMLFormElement} */ form, /** @type {number} */ by) {
  const all = [...names(form).keys()], now = all.indexOf(chosen(form));
  if (!all.length) return;
  const next = all[now < 0 && by < 0 ? all.length - 1 : (now + by + all.length) % all.length];
  pick(form, next);
  offer(form, false);
  const live = document.getElementById("live");
  if (live) live.textContent = names(form).get(next) ?? "";
}

/** Lays the hand by combination or by rank; the server remembers which. */
function sort(/** @type {HTMLFormElement} */ form, /** @type {HTMLButtonElement} */ button) {
  const fan = form.querySelector(".fan"), groups = form.dataset.groups?.split(" ") ?? [];
  const place = (/** @type {string} */ card) => (button.value === "on" ? groups.indexOf(card)
    : -4 * CARDS.indexOf(card[0]) - "cdhs".indexOf(card[1]));
  fan?.classList.remove("fresh");
  fan?.append(...boxes(form).sort((a, b) => place(a.value) - place(b.value))
    .map((box) => /** @type {Element} */ (box.closest("li"))));
  document.documentElement.dataset.groups = button.value;
  const body = new URLSearchParams({ groups: button.value });
  fetch(button.form?.action ?? "", { method: "POST", body, redirect: "manual" }).catch(() => {});
  button.value = button.value === "on" ? "off" : "on";
}

document.addEventListener("change", (event) => {
  const form = hand();
  if (!form || !(event.target instanceof Element) || !event.target.closest(".fan")) return;
  label(form);
  offer(form);
});

document.addEventListener("click", (event) => {
  const form = hand(), button = event.target instanceof Element && event.target.closest("button");
  if (!form || !button) return;
  if (button.dataset.go) step(form, Number(button.dataset.go));
  // A shortcut clicks too; after one, Enter plays.
  if (button.dataset.go && !event.isTrusted) focusPlay(form);
  if (!button.dataset.pattern) return;
  pick(form, button.dataset.pattern);
  offer(form, false);
  focusPlay(form);
});

document.addEventListener("submit", (event) => {
  const form = hand(), asked = event.target instanceof Element && event.target.id;
  if (!form || (asked !== "clear" && asked !== "sort")) return;
  event.preventDefault();
  const by = event.submitter ?? document.getElementById("do-sort");
  if (asked === "sort") return sort(form, /** @type {HTMLButtonElement} */ (by));
  pick(form, "");
  offer(form);
  focusHand(form);
});

function focusPlay(/** @type {HTMLFormElement} */ form) {
  /** @type {HTMLElement | null} */ (form.querySelector("#do-play"))?.focus({ preventScroll: true });
}

function focusHand(/** @type {HTMLFormElement} */ form) {
  const lit = form.querySelector(".fan label:not(.shade) input") ?? boxes(form)[0];
  if (lit instanceof HTMLElement) lit.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:swap", () => {
  const form = hand();
  // The result is read from its head; the button that has the focus stays in sight at the foot.
  if (document.querySelector("#main.settle")) scrollTo(0, 0);
  // A card that was played is gone, and a button may have been switched off: without this the next
  // press of a key would go nowhere.
  else if (form && (document.activeElement ?? document.body) === document.body) focusHand(form);
  else if (form && document.activeElement?.id === "do-hint" && chosen(form)) focusPlay(form);
  if (form) label(form);
});
