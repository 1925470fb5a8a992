// Light or dark, as it was chosen last on this site; before anything is drawn. Without a choice, the system says it.
"use strict";

{
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem("theme") ?? "";
  } catch { /* a file has no storage */ }
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-switch]")) return;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch { /* it lasts as long as the page */ }
  });
}
