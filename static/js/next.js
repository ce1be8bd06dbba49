// Goes on to the next deal by itself, for those who want it: a count that can be stopped.

const SECONDS = 6;

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

function stop() {
  clearInterval(ticking);
  const line = document.querySelector("#main [data-auto]");
  if (line instanceof HTMLElement) line.hidden = true;
}

function begin() {
  clearInterval(ticking);
  const line = document.querySelector("#main [data-auto]"), button = document.getElementById("do-next");
  const words = line?.querySelector("[data-count]");
  if (document.documentElement.dataset.autonext !== "on") return;
  if (!(line instanceof HTMLElement) || !(words instanceof HTMLElement) || !button) return;
  let left = SECONDS;
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
  if (!(event.target instanceof Element) || !event.target.closest("[data-auto-stop]")) return;
  stop();
  document.getElementById("do-next")?.focus({ preventScroll: true });
});
addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
document.addEventListener("htmx:after:swap", begin);
begin();
