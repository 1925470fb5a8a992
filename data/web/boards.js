// Boards that are drawn smaller show fewer things, never smaller text: below 60 pixels a tile has its brief form, from 86 on
// places have their names, and no number is below 10 pixels, however far one zooms.
"use strict";

{
  const SIDE = 100, BRIEF = 60, NAMED = 86; // of a square in its drawing, and in pixels

  const measure = (svg) => {
    // Its own width: on the screen it may be on its way from one place to another, and smaller for so long.
    const wide = parseFloat(getComputedStyle(svg).width), whole = svg.viewBox.baseVal?.width;
    if (!wide || !whole) return;
    const unit = wide / whole;
    svg.style.setProperty("--unit", unit.toFixed(3));
    svg.classList.toggle("brief", unit * SIDE < BRIEF);
    svg.classList.toggle("named", unit * SIDE >= NAMED);
    apart(svg);
  };
  // Names of places are read where they stand: of two that would overlap on a small map the first is shown, always.
  const apart = (svg) => {
    const names = [...svg.querySelectorAll(".place-name")], shown = [];
    for (const one of names) one.classList.remove("crowded");
    for (const one of names) {
      const box = one.getBBox();
      const over = (other) => box.x < other.x + other.width && other.x < box.x + box.width && box.y < other.y + 0.7 * other.height && other.y < box.y + 0.7 * box.height;
      if (shown.some(over)) one.classList.add("crowded");
      else shown.push(box);
    }
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
  // What scrolls is reached by keys, and only as long as it scrolls.
  const SCROLLS = "#since, #news, #told, #controls, #choice, #said, aside, .panel, .drawing, dialog .body, dialog .panels";
  const reach = () => {
    waits = 0;
    for (const one of document.querySelectorAll(SCROLLS)) {
      const { overflowX, overflowY } = getComputedStyle(one), moves = /auto|scroll/;
      const wide = moves.test(overflowX) && one.scrollWidth > one.clientWidth, high = moves.test(overflowY) && one.scrollHeight > one.clientHeight;
      if (wide || high) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };
  let waits = 0;
  const later = () => (waits ||= requestAnimationFrame(reach));
  addEventListener("resize", later);
  new MutationObserver(() => {
    find();
    later();
  }).observe(document.documentElement, { childList: true, subtree: true });
  find();
}
