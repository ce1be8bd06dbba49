// Single keys that do what buttons do: an element in #main with data-key is pressed by that key.
// They can be switched off (data-keys on the root); "?" shows the list, which can't be in the way.

const list = () => /** @type {HTMLDialogElement | null} */ (document.getElementById("keys"));

/** Whether a key pressed here is text: then it is nobody's shortcut. */
const writing = (/** @type {EventTarget | null} */ target) =>
  target instanceof HTMLElement && target.matches(
    "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])");

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.isComposing) return;
  if (document.documentElement.dataset.keys === "off" || list()?.open) return;
  if (writing(event.target)) return;
  // With a Cyrillic layout the letter is the one printed at that place on a Latin keyboard.
  const letter = /^[ -~]$/.test(event.key) ? event.key : /^Key(.)$/.exec(event.code)?.[1] ?? "";
  const key = letter.toLowerCase().replace("=", "+");
  if (key === "?") list()?.showModal();
  else if (key === "a") document.querySelector("[data-again]")?.click();
  else {
    const wanted = [...document.querySelectorAll("#main [data-key]")].find((each) =>
      each.getAttribute("data-key") === key && !each.matches(":disabled") && each.checkVisibility());
    if (!(wanted instanceof HTMLElement)) return;
    wanted.focus({ preventScroll: true });
    wanted.click();
  }
  event.preventDefault();
});

addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-keys-open]")) list()?.showModal();
});
