// Boards that are drawn smaller show fewer things, never smaller text: below 60 pixels a tile has its brief form, from 86 on
// places have their names, and no number is below 10 pixels, however far one zooms.
"use strict";

{
  const SIDE = 100, BRIEF = 60, NAMED = 86; // of a square in its drawing, and in pixels

  const measure = (svg) => {
    const wide = svg.getBoundingClientRect().width, whole = svg.viewBox.baseVal?.width;
    if (!wide || !whole) return;
    const unit = wide / whole;
    svg.style.setProperty("--unit", unit.toFixed(3));
    svg.classList.toggle("brief", unit * SIDE < BRIEF);
    svg.classList.toggle("named", unit * SIDE >= NAMED);
  };
  const sizes = new ResizeObserver((entries) => entries.forEach((one) => measure(one.target)));
  const seen = new WeakSet();
  const find = () => {
    for (const svg of document.querySelectorAll(".board-svg"))
      if (!seen.has(svg)) {
        seen.add(svg);
        measure(svg);
        sizes.observe(svg);
      }
  };
  new MutationObserver(find).observe(document.documentElement, { childList: true, subtree: true });
  find();
}
