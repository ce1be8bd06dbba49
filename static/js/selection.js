// The choice of cards in Run Fast: names the chosen combination on the button, clears the choice,
// and keeps the keyboard in the hand after a swap. Without it everything still works.

const CARDS = "3456789TJQKA2";

const hand = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form.hand"));

/** @returns {HTMLInputElement[]} */
const boxes = (/** @type {Element} */ form) => [...form.querySelectorAll(".fan input")];

/** Writes on the button what the chosen cards are, in the words that the server sent along. */
function name() {
  const form = hand(), button = form?.querySelector("#do-play");
  if (!form || !button) return;
  const ranks = boxes(form).filter((box) => box.checked).map((box) => box.value[0]);
  const pattern = ranks.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)).join("");
  const labels = JSON.parse(form.dataset.labels ?? "{}");
  button.textContent = labels[pattern] ?? labels[""] ?? button.textContent;
  button.classList.toggle("named", pattern !== "" && pattern in labels);
}

document.addEventListener("change", (event) => {
  if (event.target instanceof Element && event.target.closest(".fan")) name();
});

document.addEventListener("submit", (event) => {
  const form = hand();
  if (!form || !(event.target instanceof HTMLFormElement) || event.target.id !== "clear") return;
  event.preventDefault();
  for (const box of boxes(form)) box.checked = false;
  name();
  boxes(form)[0]?.focus({ preventScroll: true });
});

// A card that was played is gone, and a button may have been switched off: without this the next
// press of a key would go nowhere.
document.addEventListener("htmx:after:swap", () => {
  name();
  if (document.activeElement && document.activeElement !== document.body) return;
  const form = hand();
  if (!form) return;
  const lit = form.querySelector(".fan label:not(.shade) input") ?? boxes(form)[0];
  if (lit instanceof HTMLElement) lit.focus({ preventScroll: true });
});
