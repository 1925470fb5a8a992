// What a symbol means appears in words beside it: under the mouse, at a tap, and with the focus of the keys.
"use strict";

{
  const TITLED = ".panel [title], .panel [data-word], .status [title], #choice [title]";
  const tip = document.body.appendChild(Object.assign(document.createElement("div"), { id: "tip", hidden: true }));
  tip.setAttribute("aria-hidden", "true"); // those who listen hear the words of the symbol itself

  const told = (event) => {
    const one = event.target.closest?.(TITLED);
    if (!one) return (tip.hidden = true);
    if (one.title) {
      one.dataset.word = one.title; // else the browser says it as well
      one.removeAttribute("title");
    }
    tip.textContent = one.dataset.word;
    tip.hidden = false;
    const at = one.getBoundingClientRect(), { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 4))}px`;
    tip.style.top = `${at.top > height + 8 ? at.top - height - 4 : at.bottom + 4}px`;
  };
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, told);
  for (const name of ["focusout", "keydown"]) document.addEventListener(name, () => (tip.hidden = true));
  document.addEventListener("scroll", () => (tip.hidden = true), { capture: true, passive: true });
}
