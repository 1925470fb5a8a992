// What happens is seen: a move travels, goods come and go, points count up, last moves are marked, and lines of news light
// up what they are about. Everything is made from what the page held before and holds now. The page is complete at once;
// what moves only lies over it, so nobody ever waits for it, and any key or click goes to its end.
"use strict";

const motion = (() => {
  const MOVE = 700, STEP = 60, TURN = 1500; // of a thing on its way, of each space of a chain, of a player before the next one
  const GOOD = 180, NEXT = 60, COUNT = 400, FADE = 150, PLACE = 300; // of what comes and goes, of a region that gets another place
  const CALM = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const above = document.body.appendChild(Object.assign(document.createElement("div"), { id: "flights" }));
  above.setAttribute("aria-hidden", "true");
  let marks = {}; // seat -> the spots that changed last
  let effects = []; // what moves on a spot: it goes on when the spot is drawn anew
  let counting = 0; // the points that count up now, by number
  let shown = { seat: "", start: 0, ends: 0 }; // whose turn was shown last, and when
  let playing = 0; // what is played again now, by number

  const still = () => CALM.matches || document.hidden;
  const all = (one, what) => [...one.querySelectorAll(what)];

  // -- what the page holds --------------------------------------------------------------------------------------------

  function named(svg) {
    const title = svg.closest(".board")?.querySelector("h2") && svg.getAttribute("aria-label"); // else it says whose turn it is
    return `${title || svg.dataset.board} ${svg.classList[1]}`;
  }

  function content(spot) {
    return spot.querySelector(":scope > g") ?? spot;
  }

  function parts(spot) {
    return [...content(spot).children].filter((one) => !one.matches("title, .ring, .mark, .gain"));
  }

  // Where something is drawn does not matter when it is compared.
  function sign(part) {
    return part.outerHTML.replace(/ (x|y|cx|cy|d|transform|points|data-[a-z]+)="[^"]*"/g, "");
  }

  // The corners of the ring around a spot, from its middle; a ring that is hidden has no box of its own.
  function outline(spot) {
    const ring = spot.querySelector(".ring"), drawn = ring?.getAttribute("d") ?? ring?.getAttribute("points") ?? "";
    const points = /[^MLQZz\d\s,.-]/.test(drawn) ? [] : drawn.match(/-?[\d.]+/g)?.map(Number) ?? [];
    if (points.length >= 6) return points;
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(ring?.getAttribute(name)) || 0);
    const [l, t, r, b] = w ? [x, y, x + w, y + h] : [-42, -42, 42, 42];
    return [l, t, r, t, r, b, l, b];
  }

  // Left, top, width and height of what these corners hold.
  function hull(points) {
    const xs = points.filter((_, n) => n % 2 === 0), ys = points.filter((_, n) => n % 2);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
  }

  // The part of a board that shows a spot, as things are drawn there: around the middle, or where the spot lies.
  function seen(spot) {
    const [x, y, w, h] = hull(outline(spot)), own = content(spot) === spot;
    return [x + (own ? Number(spot.dataset.x) : 0), y + (own ? Number(spot.dataset.y) : 0), w, h];
  }

  function box(spot, on) {
    const [x, y, w, h] = hull(outline(spot)), [mx, my] = [Number(spot.dataset.x), Number(spot.dataset.y)];
    return on ? new DOMRect(on.e + (mx + x) * on.a, on.f + (my + y) * on.d, w * on.a, h * on.d) : new DOMRect();
  }

  function look(places) {
    const spots = new Map(), alike = new Map();
    for (const svg of all(boards, "svg.board-svg")) {
      const board = named(svg), line = svg.matches(".chain, .row"), on = svg.getClientRects().length ? svg.getScreenCTM() : null;
      for (const one of all(svg, ".spot")) {
        const blank = one.matches(".blank"), drawn = parts(one);
        const said = one.querySelector("title")?.textContent ?? "";
        const found = { one, svg, scale: on?.a || 1, board, line, blank, said, at: one.dataset.at, box: box(one, on),
          html: drawn.map((part) => part.outerHTML).join(""), drawn };
        spots.set(`${board} ${one.dataset.at}`, found);
        if (line && !blank) alike.set(`${board} ${said}`, [...(alike.get(`${board} ${said}`) ?? []), found]);
      }
    }
    const boxes = new Map();
    for (const one of places ? all(document, "main .board, main [data-region]") : [])
      boxes.set(one.matches(".board") ? named(one.querySelector("svg") ?? one) : one.dataset.region, [one, one.getBoundingClientRect()]);
    return { spots, alike, boxes, numbers: numbers() };
  }

  // Numbers in tables, by where they stand.
  function numbers() {
    const found = new Map();
    all(document, "[data-region=panels] table").forEach((table, n) =>
      all(table, "tbody tr").forEach((row, m) => all(row, "td").forEach((cell, k) => {
        const one = cell.children.length === 1 && !cell.firstElementChild.children.length ? cell.firstElementChild : cell;
        if (!one.children.length && /^-?\d+$/.test(one.textContent)) found.set(`${n} ${m} ${k} ${row.cells[0].textContent}`, one);
      })));
    return found;
  }

  // -- before and after regions are replaced --------------------------------------------------------------------------

  function before(news) {
    const names = Object.keys(news), drawn = names.some((name) => /^board\d|^layout$/.test(name));
    if (still() || !regions.size || !(drawn || news.panels !== undefined)) return null;
    const was = look(true);
    for (const [key, one] of was.numbers) was.numbers.set(key, Number(one.dataset.ends ?? one.textContent));
    return was;
  }

  function after(was, news) {
    const names = Object.keys(news), drawn = names.some((name) => /^board\d|^layout$/.test(name));
    if (news.last) marks = news.last;
    const told = ["last", "news", "now", "panels", "folds"].some((name) => news[name] !== undefined);
    if (drawn || told) dress(document);
    if (was) move(was, look(true), news);
    if (drawn || news.last) bracket(was);
    if (drawn) for (const one of effects) begin(one);
  }

  // -- what has moved ---------------------------------------------------------------------------------------------------

  function move(was, now, news) {
    const gone = [], came = [], flights = [], mixed = [];
    for (const [key, one] of now.spots) {
      const old = was.spots.get(key);
      if (one.line) continue;
      if (!one.blank && (!old || old.blank)) came.push(one);
      else if (!one.blank && old.html !== one.html) mixed.push([old, one]);
    }
    for (const [key, old] of was.spots)
      if (!old.line && !old.blank && now.spots.get(key)?.blank) gone.push(old);
    for (const key of new Set([...was.alike.keys(), ...now.alike.keys()])) {
      const olds = [...(was.alike.get(key) ?? [])], ones = [...(now.alike.get(key) ?? [])];
      for (const one of [...ones]) {
        const same = olds.findIndex((old) => old.at === one.at);
        if (same >= 0) mixed.push([olds.splice(same, 1)[0], ones.splice(ones.indexOf(one), 1)[0]]);
      }
      while (olds.length && ones.length) flights.push([olds.shift(), ones.shift()]);
      gone.push(...olds);
      came.push(...ones);
    }
    const order = seats(came.concat(flights.map(([, one]) => one), mixed.filter(([old, one]) => old.html !== one.html).map(([, one]) => one)));
    for (const one of came.filter((one) => !one.line)) {
      const from = source(one, gone);
      if (from) gone.splice(gone.indexOf(from), 1);
      fly(one, from?.box ?? home(order.seat(one)), order.start(one), order.long(one));
    }
    for (const [old, one] of flights) if (!one.one.closest("details:not([open])")) along(old, one, now, order.start(one), order.long(one));
    came.filter((one) => one.line).forEach((one, n) => effect(one, [{ opacity: 0 }, { opacity: 1 }], order.start(one) + n * NEXT, GOOD));
    for (const old of gone) leave(old, order.first);
    goods(mixed.filter(([old, one]) => old.html !== one.html), order);
    count(was.numbers, now.numbers, order.first);
    if (news.layout !== undefined) flip(was.boxes, now.boxes);
  }

  // Other players' turns come one after the other, each for a while; what nobody else has done is shown at once.
  function seats(changed) {
    const whose = new Map(), starts = new Map(), here = performance.now();
    for (const [seat, spots] of Object.entries(marks)) for (const at of spots) whose.set(String(at), seat);
    const seat = (one) => whose.get(String(place_of(one.one))) ?? "";
    const turns = [...new Set(changed.map(seat))].filter(Boolean);
    for (const one of turns) {
      const start = Math.max(here, shown.seat === one ? shown.ends : shown.start + TURN);
      shown = { seat: one, start, ends: start + MOVE };
      starts.set(one, start);
      whoseTurn(one, start);
    }
    const long = (one) => (seat(one) ? MOVE : PLACE); // what oneself does needs not be followed
    return { seat, long, first: Math.min(...starts.values(), turns.length ? Infinity : here), start: (one) => starts.get(seat(one)) ?? here };
  }

  // Whose turn it is that is shown: the player's line has a frame meanwhile.
  function whoseTurn(seat, start) {
    for (const one of all(document, `[data-region=panels] .players tr:has(.seat-${seat}), #news > li:has(> :first-child .seat-${seat})`)) {
      const frame = { boxShadow: "inset 0 0 0 3px var(--mark)" };
      one.animate([frame, frame], { duration: TURN, delay: Math.max(0, start - performance.now()) }).id = "motion";
    }
  }

  // What a new thing was before: what is called like it, or looks like it, or else the only thing that has left a line or hand.
  function source(one, gone) {
    const bare = one.drawn.map(sign).join("");
    return gone.find((old) => old.said && old.said === one.said) ?? gone.find((old) => old.drawn.map(sign).join("") === bare)
      ?? (gone.filter((old) => old.svg !== one.svg).length === 1 ? gone.find((old) => old.svg !== one.svg) : null);
  }

  // Where a player's things come from, if no board shows it: the player's sign.
  function home(seat) {
    const chips = seat && all(document, `[data-region=panels] .seat-${seat}, .board.seat-${seat} h2`).map((one) => one.getBoundingClientRect());
    return chips ? chips.find((box) => box.width && box.bottom > 0 && box.top < innerHeight) : null;
  }

  // -- effects --------------------------------------------------------------------------------------------------------

  // On a spot, which may be drawn anew while it lasts: it is found again by its place.
  function effect(one, frames, start, length) {
    const made = { key: [one.board, one.at], frames, start, length, easing: "ease-out" };
    effects.push(made);
    begin(made);
  }

  function begin(made) {
    const left = made.start + made.length - performance.now();
    if (left <= 0) return (effects = effects.filter((one) => one !== made));
    const svg = all(boards, "svg.board-svg").find((one) => named(one) === made.key[0]);
    const one = svg?.querySelector(`.spot[data-at="${made.key[1]}"]`);
    if (!one || made.on === one) return;
    made.on = one;
    for (const part of parts(one)) {
      const run = part.animate(made.frames, { duration: made.length, delay: left - made.length, easing: made.easing, fill: "backwards" });
      run.id = "motion";
    }
  }

  // A copy of what lies on a spot, over the page.
  function copy(one, box) {
    const svg = document.createElementNS(SVG, "svg");
    const [x, y, w, h] = seen(one.one);
    svg.setAttribute("viewBox", [x, y, w, h].join(" "));
    Object.assign(svg.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    svg.append(...one.drawn.map((part) => part.cloneNode(true)));
    above.append(svg);
    return svg;
  }

  function run(svg, frames, start, length, easing = "ease-out") {
    const made = svg.animate(frames, { duration: length, delay: Math.max(0, start - performance.now()), easing, fill: "both" });
    made.id = "motion";
    made.finished.then(() => svg.remove(), () => svg.remove());
  }

  function shift(from, to) {
    const dx = from.left + from.width / 2 - to.left - to.width / 2, dy = from.top + from.height / 2 - to.top - to.height / 2;
    return `translate(${dx}px, ${dy}px) scale(${from.width / to.width || 1})`;
  }

  // The thing that lies on a spot now comes from a place on the page, or else from above.
  function fly(one, from, start, length = MOVE) {
    if (!visible(one.box)) return;
    const first = from ? { transform: shift(from, one.box) } : { transform: "scale(1.3)", opacity: 0 };
    run(copy(one, one.box), [first, { transform: "none", opacity: 1 }], start, length);
    effect(one, [{ opacity: 0 }, { opacity: 0 }], start, length);
  }

  // On a chain a thing goes from space to space.
  function along(old, one, now, start, least) {
    if (!visible(one.box) && !visible(old.box)) return;
    const [from, to] = [old, one].map((here) => Number(here.at.split(",")[0])), steps = [];
    if (one.svg.matches(".chain")) {
      const spaces = [...now.spots.values()].filter((here) => here.svg === one.svg), by = from < to ? 1 : -1;
      for (let n = from + by; n !== to; n += by) {
        const space = spaces.find((here) => here.at === `${n},0`);
        if (space) steps.push({ transform: shift(space.box, one.box) });
      }
    }
    const length = least + STEP * steps.length;
    run(copy(one, one.box), [{ transform: shift(old.box, one.box) }, ...steps, { transform: "none" }], start, length);
    effect(one, [{ opacity: 0 }, { opacity: 0 }], start, length);
    shown.ends = Math.max(shown.ends, start + length);
  }

  function leave(old, start) {
    if (visible(old.box)) run(copy(old, old.box), [{ opacity: 1 }, { opacity: 0 }], start, GOOD);
  }

  // What has come to a thing that stays, or left it; a piece that has left one spot for another goes there.
  function goods(pairs, order) {
    const off = [], on = [];
    for (const [old, one] of pairs) {
      const olds = old.drawn.map((part, n) => ({ part, box: old.boxes?.[n], text: sign(part), spot: old }));
      const ones = one.drawn.map((part) => ({ part, text: sign(part), spot: one }));
      for (const here of [...ones]) {
        const same = olds.findIndex((there) => there.text === here.text);
        if (same < 0) continue;
        olds.splice(same, 1);
        ones.splice(ones.indexOf(here), 1);
      }
      off.push(...olds);
      on.push(...ones);
    }
    on.forEach(({ part, text, spot }, n) => {
      const from = off.find((there) => there.text === text && there.spot.one !== spot.one);
      const start = order.start(spot), shared = !/\bseat-/.test(spot.svg.getAttribute("class"));
      if (from) off.splice(off.indexOf(from), 1);
      const begins = from?.spot.box ?? (shared ? home(order.seat(spot)) : null), goes = begins && visible(spot.box);
      if (goes) run(copy({ ...spot, drawn: [part] }, spot.box), [{ transform: shift(begins, spot.box) }, { transform: "none" }], start, order.long(spot));
      const delay = start - performance.now() + (goes ? 0 : n * NEXT);
      const frames = goes ? [{ opacity: 0 }, { opacity: 0 }] : [{ opacity: 0 }, { opacity: 1 }];
      part.animate(frames, { duration: goes ? order.long(spot) : GOOD, delay, fill: "backwards", easing: "ease-out" }).id = "motion";
    });
    for (const { part, spot } of off)
      if (visible(spot.box)) run(copy({ ...spot, drawn: [part] }, spot.box), [{ opacity: 1 }, { opacity: 0 }], 0, GOOD);
  }

  function visible(box) {
    return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  }

  function count(was, now, start) {
    const rising = [];
    for (const [key, one] of now) {
      const from = was.get(key), to = Number(one.dataset.ends ?? one.textContent); // it may be counting up already
      if (from === undefined || from === to || !one.getClientRects().length) continue;
      one.dataset.ends = to;
      rising.push([one, from, to]);
    }
    if (!rising.length) return;
    const mine = ++counting;
    const step = () => {
      const far = mine === counting ? Math.min(1, Math.max(0, (performance.now() - start) / COUNT)) : 1;
      for (const [one, from, to] of rising) {
        one.textContent = Math.round(from + (to - from) * far);
        if (far === 1) delete one.dataset.ends;
      }
      if (far < 1) requestAnimationFrame(step);
    };
    step();
  }

  // Regions that have another place or size go there.
  function flip(was, now) {
    for (const [key, [one, box]] of now) {
      const [, old] = was.get(key) ?? [];
      if (!old?.width || !box.width || one.parentElement.closest(".board")) continue;
      const far = Math.abs(old.left - box.left) + Math.abs(old.top - box.top) + Math.abs(old.width - box.width);
      if (far < 12 || !visible(old)) continue;
      const frames = [{ transform: `translate(${old.left - box.left}px, ${old.top - box.top}px) scale(${old.width / box.width})`, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" }];
      one.animate(frames, { duration: PLACE, easing: "ease-out" }).id = "motion";
    }
  }

  // Nothing moves any more: the page is as it is.
  function end() {
    counting++;
    playing++;
    effects = [];
    shown = { seat: "", start: 0, ends: 0 };
    for (const one of document.getAnimations()) if (one.id === "motion") one.cancel();
    above.replaceChildren();
  }

  // What is on its way stands where it will be while this measures, and goes on from where it was.
  function settled(measure) {
    const moving = document.getAnimations().filter((one) => one.id === "motion"), times = moving.map((one) => one.currentTime);
    for (const one of moving) one.currentTime = one.effect.getComputedTiming().endTime;
    measure();
    moving.forEach((one, n) => (one.currentTime = times[n]));
  }

  for (const name of ["keydown", "pointerdown", "wheel", "resize"]) addEventListener(name, end, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.hidden && end());

  // -- last moves -----------------------------------------------------------------------------------------------------

  // Corners around every spot that has changed since one's own last decision, in the colour and line of whose move it was.
  function bracket(was) {
    for (const svg of all(boards, "svg.board-svg")) svg.querySelector(":scope > .lasts")?.remove();
    for (const [seat, spots] of Object.entries(marks)) {
      for (const at of spots) {
        const one = spot(at), svg = one?.closest("svg.board-svg");
        if (!one?.querySelector(".ring")) continue;
        let layer = svg.querySelector(":scope > .lasts");
        if (!layer) {
          layer = document.createElementNS(SVG, "g");
          layer.setAttribute("class", "lasts");
          layer.setAttribute("aria-hidden", "true");
          svg.insertBefore(layer, svg.querySelector(":scope > .over"));
        }
        const path = document.createElementNS(SVG, "g");
        for (const kind of ["halo", "last"]) {
          const line = path.appendChild(one.querySelector(".ring").cloneNode());
          line.setAttribute("class", `${kind} seat-${seat}`);
        }
        const scale = svg.matches(".hex") ? 40 / Math.abs(hull(outline(one))[1]) : 1; // just outside of a hex
        path.setAttribute("transform", `translate(${one.dataset.x} ${one.dataset.y}) scale(${scale})`);
        layer.append(path);
        const start = was && shown.seat === seat ? shown.start : 0;
        if (was && !was.spots.get(`${named(svg)} ${one.dataset.at}`)?.bracket)
          path.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay: Math.max(0, start - performance.now()), fill: "backwards" }).id = "motion";
      }
    }
  }

  // -- lines of news --------------------------------------------------------------------------------------------------

  const places = (text) => (text ?? "").split(" ").filter(Boolean).map((at) => at.split(","));

  // Rows get pictures of what was laid, and points as a star.
  function dress(within) {
    for (const row of all(within, ".told > li")) {
      row.querySelector(".thumbs")?.remove();
      const thumbs = document.createElement("span");
      thumbs.className = "thumbs";
      thumbs.setAttribute("aria-hidden", "true");
      for (const at of places(row.dataset.laid).slice(0, 6)) {
        const one = spot(at), svg = document.createElementNS(SVG, "svg");
        if (!one) continue;
        svg.setAttribute("viewBox", seen(one).join(" "));
        svg.append(...parts(one).map((part) => part.cloneNode(true)));
        thumbs.append(svg);
      }
      if (thumbs.children.length) row.querySelector(".chip, .ink")?.after(thumbs);
      if (row.dataset.gained && !row.querySelector(".gained")) {
        const star = row.appendChild(document.createElement("span"));
        star.className = "gained";
        star.setAttribute("aria-hidden", "true");
        star.innerHTML = '<svg viewBox="0 0 24 24"><use href="#sym-vp0"/><text x="12" y="16"></text></svg>';
        star.querySelector("text").textContent = row.dataset.gained;
      }
    }
    for (const row of all(within, "[data-spots]")) row.tabIndex = 0;
    // Words cannot tell one tile from another; a map shows its places itself.
    for (const ink of all(within, ".panel .ink[data-spots]")) {
      const lies = places(ink.dataset.spots), one = lies.length === 1 && spot(lies[0]);
      if (!one || one.closest("svg").matches(".hex") || ink.querySelector("svg")) continue;
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", "thumb");
      svg.setAttribute("aria-hidden", "true");
      svg.setAttribute("viewBox", seen(one).join(" "));
      svg.append(...parts(one).map((part) => part.cloneNode(true)));
      ink.prepend(svg);
    }
    if (within === document) shorten();
  }

  // Where there is room for some words only: whole clauses, as many as fit; all of them are in the window, and for those
  // who listen.
  function shorten() {
    for (const row of all(document, "#news > li")) {
      row.querySelector(".in-short")?.remove();
      if (!row.children.length) row.replaceChildren(document.createElement("i"), Object.assign(document.createElement("span"), { textContent: row.textContent }));
      const text = row.children[1].textContent, brief = document.createElement("span");
      const clauses = (row.dataset.brief ?? text).split("; ");
      brief.className = "in-short";
      brief.setAttribute("aria-hidden", "true");
      row.insertBefore(brief, row.children[2] ?? null);
      const fits = (some) => {
        brief.textContent = some.join("; ");
        return brief.scrollHeight <= brief.clientHeight + 1 && brief.scrollWidth <= brief.clientWidth + 1;
      };
      const thumbs = all(row, ".thumbs > svg");
      for (const one of thumbs) one.style.display = "";
      while (!fits(clauses.slice(0, 1)) && thumbs.length > 1) thumbs.pop().style.display = "none"; // words come first
      let most = clauses.length;
      while (!fits(clauses.slice(0, most)) && most > 1) most -= 1; // the first is told in any case
      row.title = text;
    }
  }

  addEventListener("resize", () => requestAnimationFrame(shorten));

  function light(row, on) {
    for (const at of places(row.dataset.spots)) spot(at)?.classList.toggle("meant", on);
    if (on && !row.matches(".goal")) spot(places(row.dataset.spots)[0])?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])
    document.addEventListener(name, (event) => {
      const row = event.target.closest?.("[data-spots]"), one = event.target.closest?.(".spot");
      if (row) light(row, on);
      const at = one && `${one.closest("svg").dataset.board},${one.dataset.at}`;
      for (const told of at ? all(document, `[data-spots~="${at}"]`) : []) told.classList.toggle("about", on);
    });

  // The turns once more: what each has laid comes when it is its turn, and its row and spots are lit meanwhile.
  async function again(rows) {
    end();
    const mine = playing, now = look(false), start = performance.now() + GOOD;
    const found = (at) => now.spots.get(spot(at) && `${named(spot(at).closest("svg"))} ${at[1]},${at[2]}`);
    rows.forEach((row, n) => {
      for (const one of still() ? [] : places(row.dataset.laid).map(found).filter(Boolean)) fly(one, null, start + n * TURN);
    });
    for (const row of rows) {
      if (mine !== playing) break;
      row.classList.add("now");
      light(row, true);
      await new Promise((then) => setTimeout(then, TURN));
      row.classList.remove("now");
      light(row, false);
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-again]");
    if (button) again(all(button.parentElement, "[data-spots]"));
  });

  return { before, after, dress, end, settled, last: () => marks };
})();
