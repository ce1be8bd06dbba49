// Goes on to the next deal by itself, for those who want it: a count that can be stopped.

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

function stop() {
  clearInterval(ticking);
  const line = document.querySelector("#main [data-auto]");
  if (line instanceof HTMLElement) line.hidden = true;
}

function begin() {
  clearInterval(ticking);
  const line = document.querySelector("#main [data-auto]"), button = document.querySelector("#main [data-next]");
  const words = line?.querySelector("[data-count]");
  if (document.documentElement.dataset.autonext !== "on") return;
  if (!(line instanceof HTMLElement) || !(words instanceof HTMLElement) || !(button instanceof HTMLElement)) return;
  let left = Number(line.dataset.auto);
  const show = () => { words.textContent = (words.dataset.count ?? "").replace("#", String(left)); };
  show();
  line.hidden = false;
  ticking = setInterval(() => {
    if (document.hidden || document.querySelector("dialog[open]")) return;
    left -= 1;
    show();
    if (left > 0) return;
    clearInterval(ticking);
    button.click();
  }, 1000);
}

addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  // Whoever looks into something, or wants to type a seed, is not hurried.
  if (event.target.closest("#main summary")) stop();
  if (!event.target.closest("[data-auto-stop]")) return;
  stop();
  const button = document.querySelector("#main [data-next]");
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
});
addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
document.addEventListener("htmx:after:swap", begin);
begin();
