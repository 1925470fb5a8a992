// What docs/pictures.py measures of one page, as Chromium draws it. Everything is in CSS pixels of the window.
// Returns: text (the smallest one), share and fills (of the deciding boards), covered, unnamed (spots whose names lack a word on them), lit, below, clipped, scrolled, side, page, inks.
(sampled) => {
  const W = innerWidth, H = innerHeight, area = (r) => Math.max(0, r.right - r.left) * Math.max(0, r.bottom - r.top);
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  // What only screen readers are told takes no room.
  const aloud = (one) => { for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).clipPath === "inset(50%)") return true; return false; };
  const unseen = "defs, symbol, title, desc, script, style, noscript, template, dialog:not([open]), .aloud, [hidden]";
  const modal = document.querySelector("dialog[open]");
  const root = modal ?? document.body;
  const short = (one) => one.tagName.toLowerCase() + (one.id ? `#${one.id}` : "") + [...one.classList].slice(0, 2).map((name) => `.${name}`).join("");
  const path = (one) => (one.parentElement && one.parentElement !== root && !one.id ? `${short(one.parentElement)} ` : "") + short(one);
  const scale = (one) => {
    const drawn = one.closest("svg") && (one.getScreenCTM ? one : one.closest("svg")).getScreenCTM();
    return drawn ? Math.sqrt(Math.abs(drawn.a * drawn.d - drawn.b * drawn.c)) : 1;
  };
  // What is left of a box within the window and everything that cuts or scrolls it.
  const within = (one, box = one.getBoundingClientRect()) => {
    let left = meet(box, { left: 0, top: 0, right: W, bottom: H });
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
      if (!up.closest("svg") && getComputedStyle(up).overflow !== "visible") left = meet(left, up.getBoundingClientRect());
    return left;
  };

  // -- text -----------------------------------------------------------------------------------------------------------
  let text = { px: 1000, what: "" };
  const inks = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || one.closest(unseen) || !shown(one) || aloud(one)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1.5 || box.height < 1.5) continue;
    const style = getComputedStyle(one), px = parseFloat(style.fontSize) * scale(one);
    if (px < text.px) text = { px, what: `${path(one)} "${node.data.trim().slice(0, 20)}"` };
    const top = sampled && document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest("svg");
    if (top && top === one.closest("svg") && area(within(one, box)) > 0.99 * area(box))
      inks.push({ box: [box.left, box.top, box.right, box.bottom], fill: style.fill, halo: style.stroke !== "none" && parseFloat(style.strokeWidth) > 1 && style.paintOrder.startsWith("stroke") ? style.stroke : "", what: `${path(one)} "${node.data.trim().slice(0, 20)}"` });
  }

  // -- boards ---------------------------------------------------------------------------------------------------------
  const drawnAt = (svg) => { // an svg with another shape than its content leaves room at its sides
    const ctm = svg.getScreenCTM(), view = svg.viewBox.baseVal;
    const [left, top] = [ctm.a * view.x + ctm.e, ctm.d * view.y + ctm.f];
    return { left, top, right: left + ctm.a * view.width, bottom: top + ctm.d * view.height };
  };
  const boards = modal ? [] : [...document.querySelectorAll("svg[data-board]")].filter(shown);
  const lit = boards.filter((svg) => svg.querySelector(".spot.lit"));
  const staged = boards.filter((svg) => svg.closest("#stage")); // where one decides: the choices, and the land that they are for
  const deciding = [...new Set([...lit, ...staged])];
  if (!deciding.length) deciding.push(...boards.slice(0, 1));
  const inner = (svg) => deciding.some((other) => other !== svg && area(meet(drawnAt(other), drawnAt(svg))) > 0.9 * area(drawnAt(svg)));
  const head = document.querySelector("header")?.getBoundingClientRect(), rail = head && head.height > H / 2;
  const high = H - (head && !rail ? Math.max(0, head.bottom) : 0);
  const fill = (box) => Math.max(0, (box.right - box.left) / (W - (rail ? head.width : 0)), (box.bottom - box.top) / high);
  let share = 0, fills = 0, whole = null;
  for (const svg of deciding) {
    const seen = within(svg, drawnAt(svg));
    if (!inner(svg)) share += area(seen) / (W * H);
    if (staged.includes(svg)) whole = whole ? { left: Math.min(whole.left, seen.left), top: Math.min(whole.top, seen.top), right: Math.max(whole.right, seen.right), bottom: Math.max(whole.bottom, seen.bottom) } : seen;
    fills = Math.max(fills, fill(seen), whole ? fill(whole) : 0);
  }

  // -- marks over what one chooses by -------------------------------------------------------------------------------------
  const covered = [], disc = [];
  for (const far of [0, 0.45, 0.8]) for (let n = 0; n < (far ? 8 : 1); n++) disc.push([0.5 + (far / 2) * Math.cos(n * Math.PI / 4), 0.5 + (far / 2) * Math.sin(n * Math.PI / 4)]);
  const paints = (one) => { const style = getComputedStyle(one); return style.stroke !== "none" && parseFloat(style.strokeWidth) > 0 || style.fill !== "none" && parseFloat(style.fillOpacity) > 0.3; };
  for (const svg of boards) {
    const marks = [...svg.querySelectorAll(".ring, .mark, .bracket, .gain")].filter((one) => shown(one) && (one.matches(".gain") || [one, ...one.querySelectorAll("*")].some((part) => part.isPointInStroke && paints(part))));
    if (!marks.length) continue;
    const content = [...svg.querySelectorAll(".spot text, .spot use, .spot image, .ghost text, .ghost use")]
      .filter((one) => !one.closest(".ring, .halo, .mark, .bracket, .gain, defs") && !one.getAttribute("href")?.startsWith("#sym-g-") /* the ground */ && shown(one) && (one.tagName !== "text" || one.textContent.trim()))
      .map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width > 1 && box.height > 1);
    for (const mark of marks) {
      const around = mark.getBoundingClientRect(), whole = mark.matches(".gain");
      const parts = whole ? [] : (mark.isPointInStroke ? [mark] : [...mark.querySelectorAll("*")].filter((part) => part.isPointInStroke)).map((part) => ({ part, back: part.getScreenCTM()?.inverse(), fill: getComputedStyle(part).fill !== "none" && parseFloat(getComputedStyle(part).fillOpacity) > 0.3, stroke: getComputedStyle(part).stroke !== "none" }));
      for (const { one, box } of content) {
        if (area(meet(box, around)) <= 0 || !(mark.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)) continue;
        if (mark.closest(".over") && !one.closest(".over") && whole === false && one.closest(".spot")?.dataset.at === mark.closest("[data-at]")?.dataset.at) continue; // it lies there after the move
        let hit = whole ? area(meet(box, around)) > 0.15 * area(box) : false;
        for (const [x, y] of hit ? [] : disc) for (const { part, back, fill, stroke } of parts) {
          const point = new DOMPoint(box.left + x * box.width, box.top + y * box.height).matrixTransform(back);
          if (stroke && part.isPointInStroke(point) || fill && part.isPointInFill(point)) hit = true;
        }
        if (hit) covered.push(`${short(mark)} over ${path(one)} "${(one.textContent.trim() || one.getAttribute("href") || "").slice(0, 20)}" at ${one.closest("[data-at]")?.dataset.at}`);
      }
    }
  }
  let below = 0, spots = 0;
  for (const svg of lit) for (const spot of svg.querySelectorAll(".spot.lit")) {
    const box = (spot.querySelector(".ring") ?? spot).getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    spots++;
    const seen = within(svg);
    if (x < seen.left || x >= seen.right || y < seen.top || y >= seen.bottom) { below++; continue; }
    const top = document.elementFromPoint(x, y);
    if (top?.closest("#controls") && getComputedStyle(top.closest("#controls")).position === "fixed") { below++; continue; } // the page scrolls under it
    if (!top?.closest("svg[data-board]")) covered.push(`${top ? short(top) : "nothing"} over the spot ${spot.dataset.at}`);
  }

  const unnamed = [];
  for (const svg of lit) for (const spot of svg.querySelectorAll(".spot.lit")) {
    const name = (spot.getAttribute("aria-label") ?? "").toLowerCase();
    const words = [...spot.querySelectorAll("text")].filter(shown).flatMap((one) => one.textContent.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
    const missing = words.filter((word) => !name.includes(word));
    if (missing.length) unnamed.push(`${missing.join(" ")} not in "${name.slice(0, 60)}"`);
  }

  // -- panels ---------------------------------------------------------------------------------------------------------
  const clipped = [], scrolled = [];
  for (const one of root.querySelectorAll("*")) {
    if (one.closest("svg") || one.closest(unseen) || !shown(one) || one.clientWidth < 3 || one.matches("input, textarea, select")) continue;
    const style = getComputedStyle(one), wide = one.scrollWidth - one.clientWidth > 3, high = one.scrollHeight - one.clientHeight > 3;
    if (style.overflow === "visible" || !(wide || high)) continue;
    if (aloud(one)) continue;
    const cutX = wide && style.overflowX !== "visible", cutY = high && style.overflowY !== "visible";
    const says = `${path(one)} ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`;
    if (one.querySelector("svg[data-board]") && style.overflow !== "hidden" && style.overflow !== "clip") { if (cutX || cutY) scrolled.push(says); }
    else if (one.closest("#since")) scrolled.push(says); // a summary, with a button for the whole
    else if (cutX || cutY && /hidden|clip/.test(style.overflowY)) clipped.push(says);
    else if (cutY) scrolled.push(says);
  }
  const full = document.documentElement;
  if (full.scrollWidth > W + 1) clipped.push(`page ${full.scrollWidth} in ${W}`);
  const side = document.querySelector(".side:not([hidden])"), column = side && getComputedStyle(side).display !== "contents" ? side : document.querySelector("aside");
  return { text, share, fills, covered, unnamed, below, lit: spots, clipped, scrolled, inks,
    side: column ? [Math.round(column.getBoundingClientRect().width), Math.round(Math.max(column.scrollHeight, column.getBoundingClientRect().height))] : [0, 0],
    page: full.scrollHeight };
}
