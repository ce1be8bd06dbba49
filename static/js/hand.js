// Arrow keys in a hand of cards: Left and Right move, Home and End jump, Space chooses.
// For checkboxes only: radio buttons do this by themselves.

document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const fan = box.closest(".fan");
  if (!fan) return;
  const all = [.../** @type {NodeListOf<HTMLInputElement>} */ (fan.querySelectorAll("input"))];
  const at = all.indexOf(box);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length].focus();
});
