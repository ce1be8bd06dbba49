// A line for the first time is closed without a question to the server; a cookie keeps its id.

addEventListener("submit", (event) => {
  const by = /** @type {SubmitEvent} */ (event).submitter;
  if (!(by instanceof HTMLButtonElement) || by.name !== "told") return;
  event.preventDefault();
  const known = /(?:^|; )cardavia_told=([a-z.-]*)/.exec(document.cookie)?.[1] ?? "";
  const told = [...new Set([...known.split("."), by.value])].filter(Boolean).join(".");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `cardavia_told=${told}; Path=/; Max-Age=${400 * 24 * 3600}; SameSite=Lax${secure}`;
  by.closest(".first")?.remove();
  // The button that had the focus is gone.
  const next = document.querySelector("#main [autofocus], #main .lead, #main");
  if (next instanceof HTMLElement) {
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
});
