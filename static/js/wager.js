// One Poker's wager: number, slider, steps and quick sizes share one value.
// Without scripts there is the number alone, and the server says what is wrong with it.

/** @returns {HTMLInputElement | null} */
const amount = () => /** @type {HTMLInputElement | null} */ (document.getElementById("amount"));

/** Shows the value `n` everywhere. What is being typed is left alone until it is a legal total. */
function show(/** @type {number} */ n, /** @type {boolean} */ typed = false) {
  const field = amount();
  if (!field) return;
  const least = Number(field.min), most = Number(field.max);
  const legal = Math.max(least, Math.min(most, Number.isFinite(n) ? Math.round(n) : least));
  const shown = typed && Number.isFinite(n) ? n : legal;
  if (!typed) field.value = String(legal);
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("amount-slider"));
  if (slider) {
    slider.value = String(legal);
    slider.style.setProperty("--wager", `${(100 * (legal - least)) / Math.max(1, most - least)}%`);
  }
  for (const output of document.querySelectorAll("[data-amount]")) {
    const { amount: plain, allIn } = /** @type {HTMLElement} */ (output).dataset;
    const pattern = (shown === most ? allIn : plain) ?? "";
    output.textContent = pattern.replace("#", String(shown));
  }
  for (const quick of document.querySelectorAll("[data-size]")) {
    quick.setAttribute("aria-pressed", String(Number(quick.getAttribute("data-size")) === shown));
  }
}

addEventListener("input", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.id === "amount-slider") show(Number(field.value));
  if (field.id === "amount") show(field.value === "" ? NaN : Number(field.value), true);
});

addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const step = event.target.closest("[data-step]"), quick = event.target.closest("[data-size]");
  if (step) show(Number(amount()?.value) + Number(step.getAttribute("data-step")));
  if (quick) show(Number(quick.getAttribute("data-size")));
});

const start = () => { const field = amount(); if (field) show(Number(field.value), true); };
document.addEventListener("htmx:after:swap", start);
start();
