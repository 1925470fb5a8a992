// The table in a browser. The server keeps the cursor and makes the HTML; this script sends what pointer and keys mean,
// puts regions in their places, and lets the tile in hand follow the pointer.
"use strict";

const path = channel.path;
const boards = document.getElementById("table"); // boards of the decision and beside it
const stage = document.getElementById("stage");
const controls = document.getElementById("controls");
const dialog = document.getElementById("page");
const lost = document.getElementById("lost");
const field = document.querySelector("#typed input");
const regions = new Map(); // name -> HTML
let state = { number: "", acts: false, asks: 0 };
let turned = -1; // the page of the lesson that was shown last
let cursor = { at: null, line: null, ghost: null, alight: [], goals: {} };
let gains = {}; // "board,x,y" or "line,n" -> what it brings, if that is more than usual
const page = sessionStorage.getItem("page " + path) || [...crypto.getRandomValues(new Uint8Array(9))].join("-");
sessionStorage.setItem("page " + path, page);

// -- what the server sends --------------------------------------------------------------------------------------------

let source = null;
const SILENT = 8000; // milliseconds in which a stream has begun to say something
let held = 0;
let across = 0; // how many spots of a chain have room beside each other

function room() {
  return Math.max(3, Math.min(10, Math.floor((space() - 8) / (space() < 640 ? 84 : 105))));
}

function listen() {
  source?.close();
  across = room();
  source = channel.listen(`${path}/live?page=${encodeURIComponent(page)}&across=${across}`);
  clearTimeout(held);
  held = setTimeout(silent, SILENT, source);
  source.onmessage = (event) => {
    clearTimeout(held);
    if (!refused) lost.hidden = true;
    show(JSON.parse(event.data));
  };
  source.addEventListener("failed", (event) => {
    source.close();
    clearTimeout(held);
    say(JSON.parse(event.data));
    setTimeout(listen, 30000);
  });
  source.onerror = async () => {
    say(lost.dataset.lost);
    if (source.readyState !== EventSource.CLOSED) return; // the browser connects again by itself
    const again = new AbortController();
    try {
      const answer = await channel.ask(`${path}/live?page=`, { headers: { Accept: "application/json" }, signal: again.signal });
      if (!answer.ok) say((await answer.json()).error);
    } catch { /* the server is away */ }
    again.abort();
    setTimeout(listen, 3000);
  };
}

// Where pages come but their stream stays empty, something on the way holds it back.
async function silent(from) {
  if (!(from instanceof EventSource) || from !== source) return;
  const answer = await channel.ask(path, { cache: "no-store" }).catch(() => null);
  if (answer?.ok && from === source && from.readyState !== EventSource.CLOSED) say(lost.dataset.held);
}

// What is said of an act that was refused stays until one is not: news takes away only what is said of the connection.
let refused = false;

function say(text, act = false) {
  refused = act;
  lost.textContent = text;
  lost.hidden = false;
}

// A board of which only some spots have changed: new pieces, and which of those that were there, from and to.
function whole(before, pieces) {
  const piece = '<g class="spot', known = before.split(piece);
  return pieces.flatMap((one) => (typeof one === "string" ? one : known.slice(...one))).join(piece);
}

function show(news) {
  for (const [name, value] of Object.entries(news)) if (Array.isArray(value)) news[name] = whole(regions.get(name), value);
  const focus = known(document.activeElement);
  const before = String(cursor.at), seen = inView(spot(cursor.at));
  const was = motion.before(news);
  if (news.state) quiet(Boolean(news.state.lesson));
  for (const [name, value] of Object.entries(news)) if (typeof value === "string") regions.set(name, value);
  for (const name of Object.keys(news)) if (typeof news[name] === "string") place(name);
  if (news.state) {
    if (news.state.lang !== document.documentElement.lang) return location.reload(); // chosen here or on another page
    if (news.state.number !== state.number) hovered = ""; // the pointer that rests on a spot points at it anew
    if (news.state.asks && news.state.asks !== state.asks) asked = performance.now();
    state = news.state;
    document.title = state.title;
    document.body.classList.toggle("trial", state.trial);
    document.body.classList.toggle("acts", state.acts);
    document.body.classList.toggle("over", state.over);
    lesson(state.lesson);
    signals.told(state);
    ended();
  }
  if (news.cursor) cursor = news.cursor;
  if (news.gains) gains = news.gains;
  light();
  fit();
  motion.after(was, news);
  if (news.judged) controls.scrollTop = 0;
  if (state.lesson && state.lesson.at !== turned) return turn(state.lesson.at);
  if (cursor.at && (seen || String(cursor.at) !== before) && String(cursor.at) !== hovered)
    spot(cursor.at)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const again = focus && document.querySelector(focus);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
}

// The end of a match is a card that lies over the page until somebody wants to see the boards.
const end = document.getElementById("end");
let over = false;

function ended() {
  const now = state.over && Boolean(end.firstChild);
  if (now && !over) {
    end.showModal();
    end.querySelector("h2")?.focus();
  }
  if (!now) end.close();
  over = now;
}

// Another page of a lesson is read from its beginning, and the browser's way back leads to the one before.
function turn(at) {
  if (turned < 0) history.replaceState({ at }, "");
  else {
    if (history.state?.at !== at) history.pushState({ at }, "");
    document.querySelector("#head h1").focus({ preventScroll: true });
  }
  turned = at;
  scrollTo(0, 0);
  requestAnimationFrame(() => scrollTo(0, 0)); // the regions above have their heights now
}

addEventListener("popstate", (event) => {
  if (state.lesson && event.state && event.state.at !== state.lesson.at) send("learn", { key: "page", n: event.state.at });
});

// In a lesson a page changes as a whole: what is said of a try, and by the coach, is all that is read aloud by itself.
function quiet(on) {
  for (const name of ["head", "news", "move"]) document.querySelector(`[data-region="${name}"]`).setAttribute("aria-live", on ? "off" : "polite");
}

// On a phone the controls lie over the page and grow with what is asked: a spot that was in view stays in view.
function inView(element) {
  const box = element?.getBoundingClientRect();
  return Boolean(box) && box.top >= 0 && box.bottom <= (TALL.matches ? controls.getBoundingClientRect().top : innerHeight);
}

// A region in which something is held down is made anew when it has been let go, or the click would be lost.
let pressedIn = []; // its name, and those of the regions around it; none on a board, over which a tile is dragged
const later = new Set();

addEventListener("pointerdown", (event) => {
  pressedIn = [];
  if (event.button || event.target.closest(".board-svg")) return; // a menu of the browser may swallow the end of a right click
  for (let at = event.target; at; at = at.parentElement) if (at.dataset?.region) pressedIn.push(at.dataset.region);
}, true);
for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, () => setTimeout(() => {
    pressedIn = [];
    if (!later.size) return;
    for (const name of later) place(name);
    later.clear();
    light();
    fit();
  }), true);

function place(name) {
  if (pressedIn.includes(name)) return later.add(name);
  for (const element of document.querySelectorAll(`[data-region="${name}"]`)) {
    const named = (one) => one.querySelector("summary")?.textContent;
    const open = new Map([...element.querySelectorAll("details")].map((one) => [named(one), one.open]));
    element.innerHTML = regions.get(name);
    for (const one of element.querySelectorAll("details")) one.open = open.get(named(one)) ?? one.open;
    for (const inner of element.querySelectorAll("[data-region]")) inner.innerHTML = regions.get(inner.dataset.region) ?? "";
  }
}

// How an element is found again after its region was made anew.
function known(element) {
  if (!element || element === document.body) return "";
  if (element.matches("#head h1")) return "#head h1";
  if (element.matches("[name=amount]")) return `[name=amount][type=${element.type}]`;
  if (element.dataset.press !== undefined) return `[data-press="${CSS.escape(element.dataset.press)}"]`;
  for (const name of ["line", "key", "ask", "zoom", "form", "wish", "sit"])
    if (element.dataset[name] !== undefined) return `[data-${name}="${CSS.escape(element.dataset[name])}"]`;
  return element.matches(".spot") ? `.spot[data-board="${element.dataset.board}"][data-at="${element.dataset.at}"]` : "";
}

// -- boards -----------------------------------------------------------------------------------------------------------

function spot(at) {
  return at && boards.querySelector(`.spot[data-board="${at[0]}"][data-at="${at[1]},${at[2]}"]`);
}

function place_of(element) {
  return [Number(element.dataset.board), ...element.dataset.at.split(",").map(Number)];
}

// What goals would say after the move under the cursor: a hatched end of the bar, and the number behind an arrow.
function foresee() {
  for (const old of document.querySelectorAll(".goal .then")) old.remove();
  for (const more of document.querySelectorAll(".goal .more")) more.setAttribute("d", "");
  for (const [goal, values] of Object.entries(cursor.goals ?? {}))
    for (const card of document.querySelectorAll(`[data-goal="${CSS.escape(goal)}"]`))
      for (const [seat, value] of Object.entries(values)) {
        const line = card.querySelector(`[data-seat="${seat}"]`), number = line?.querySelector("b");
        const now = parseInt(number?.firstChild?.data);
        if (!line || now === value) continue;
        const at = (one) => Math.min(100, (100 * one) / Number(card.dataset.top));
        line.querySelector(".more").setAttribute("d", `M${at(Math.min(now, value))} 4H${Math.max(at(Math.max(now, value)), at(Math.min(now, value)) + 4)}`);
        number.append(Object.assign(document.createElement("i"), { className: value < now ? "then less" : "then", textContent: ` \u2192 ${value}` }));
      }
}

function light() {
  foresee();
  const alight = new Set(cursor.alight.map(String)), told = new Set((cursor.told ?? []).map(String)), left = new Set((cursor.ghost?.vacated ?? []).map(String)), here = String(cursor.at);
  const first = cursor.at ? null : boards.querySelector(".spot.lit");
  for (const one of boards.querySelectorAll(".spot")) {
    const at = String(place_of(one));
    one.classList.toggle("alight", alight.has(at));
    one.classList.toggle("told", told.has(at));
    one.classList.toggle("vacated", left.has(at));
    one.classList.toggle("cursor", at === here);
    if (at === here || one === first) one.tabIndex = 0;
    else if (one.classList.contains("lit")) one.tabIndex = -1;
    else one.removeAttribute("tabindex");
  }
  for (const over of boards.querySelectorAll("g.over")) over.replaceChildren();
  const ghost = cursor.ghost;
  const over = ghost && boards.querySelector(`svg[data-board="${ghost.board}"] .over`);
  if (over) {
    over.innerHTML = ghost.html;
    over.firstElementChild.classList.toggle("refused", ghost.refused);
  }
  carried(false);
}

// The board that one decides on fills its place, at every step and while others move. Where it leaves a strip free at its
// side, what one holds and the card stand there; in the free middle of a ring, the card. No text is drawn smaller than ten
// pixels: what has no room for that vanishes, and a board whose spots would be too small to hit opens larger than its place.
const TALL = matchMedia("(max-width: 59.99rem) and (orientation: portrait)"); // as in table.css
const WIDE = matchMedia("(min-width: 60rem)");
const GAP = 8, NEWS = 54, STRIP = 200, LEAST = 9.95, HIT = 26, CARD = 150;
let zoom = 1, zoomed = ""; // how much larger than it opened, and which board
let scales = new Map(); // of the boards on the stage, as they are drawn now

function space() {
  const inner = boards.clientWidth - (TALL.matches ? 0 : WIDE.matches ? 18 + GAP : 16);
  return Math.floor(inner * (TALL.matches ? 1 : WIDE.matches ? 0.62 : 0.58));
}

function size(svg) {
  return svg.viewBox.baseVal;
}

// The least distance of two spots.
function pitch(svg) {
  const [first, ...others] = [...svg.querySelectorAll(".spot")].slice(0, 400).map((one) => [Number(one.dataset.x), Number(one.dataset.y)]);
  return first ? Math.min(84, ...others.map(([x, y]) => Math.hypot(x - first[0], y - first[1]))) : 84;
}

function scaled(svg, scale) {
  const { width, height } = size(svg);
  svg.style.width = `${Math.floor(width * scale)}px`;
  svg.style.height = `${Math.floor(height * scale)}px`;
  for (const one of svg.querySelectorAll("text[font-size]:not(.n, .m, .who, .mono, .name, .letter, .place-name)")) one.classList.toggle("under", one.getAttribute("font-size") * scale < LEAST);
}

const offer = document.getElementById("offer"); // of a lesson
let lowest = [0, ""]; // the height that the card has had at this decision: it does not shrink while one points

function fit() {
  motion.settled(arrange);
}

function arrange() {
  document.documentElement.style.setProperty("--above", `${TALL.matches ? 0 : boards.getBoundingClientRect().top}px`);
  const bar = document.getElementById(WIDE.matches ? "tools" : "news");
  if (offer?.isConnected && offer.nextElementSibling !== bar) bar.before(offer);
  const tall = TALL.matches, wide = space(), whole = boards.clientHeight - (WIDE.matches ? 2 * GAP : GAP);
  const svgs = [...stage.querySelectorAll("svg.board-svg")], main = svgs[0];
  if (!main) return;
  const { width, height } = size(main), single = svgs.length === 1;
  const told = document.body.classList.contains("lesson"); // its text has no room beside a narrow board
  const narrow = WIDE.matches && !told && single && wide - (whole / height) * width >= STRIP;
  const shares = WIDE.matches && !narrow && Boolean(document.querySelector("#held svg.board-svg"));
  const chosen = !WIDE.matches && Boolean(document.querySelector("#held .spot.lit")); // with what one chooses from, the board fits on a phone
  const top = boards.querySelector("#boards").getBoundingClientRect().top + scrollY;
  const high = tall ? innerHeight * 0.6 - (chosen ? Math.max(0, top + NEAR - innerHeight * 0.13) : 0) : WIDE.matches && !narrow ? whole - NEWS : whole;
  const room = shares && single ? shared(wide, high, width, height) : [wide, high];
  let left = high;
  scales.clear();
  for (const svg of svgs) {
    const most = svg !== main ? left : single ? room[1] : left / 2;
    const fits = Math.min((svg !== main && shares ? wide / 2 : room[0]) / size(svg).width, most / size(svg).height, 4);
    const opens = svg === main ? Math.max(fits, Math.min(HIT / pitch(svg), 1)) : fits;
    if (svg === main && zoomed !== main.dataset.board) [zoom, zoomed] = [1, main.dataset.board];
    const scale = svg === main ? Math.max(fits, opens * zoom) : fits, place = svg.closest(".drawing");
    scales.set(svg, { fits, opens, scale });
    scaled(svg, scale);
    place.style.maxHeight = `${Math.ceil(most)}px`;
    place.style.maxWidth = `${Math.ceil(wide)}px`;
    place.classList.toggle("zoomed", scale > fits * 1.01);
    left -= Math.min(size(svg).height * scale, most) + 6;
  }
  stage.style.minHeight = "";
  const map = Math.ceil(width * scales.get(main).fits), style = document.documentElement.style;
  const free = WIDE.matches && single && zoom === 1 ? middle_of(main) : null;
  document.body.dataset.card = free ? "free" : narrow ? "sea" : "side";
  style.setProperty("--map", `${map}px`);
  style.setProperty("--sea", `${wide - map - GAP}px`);
  style.setProperty("--board", `${Math.ceil(high - left)}px`);
  for (const [name, value] of Object.entries(free ?? {})) style.setProperty(`--${name}`, `${value}px`);
  document.getElementById("boards").className = [...main.classList].find((one) => one.startsWith("water-")) ?? "";
  middled(free, style);
  beside(whole, narrow, Boolean(free), shares && !free && zoom === 1 ? spare(svgs, wide, left) : null);
  if (chosen) near(whole);
  // Beside a map the card has what it needs; the news have what is left, and a line at least.
  const others = ["held", "told"].map((name) => document.getElementById(name).offsetHeight).reduce((sum, one) => sum + one + GAP, 0);
  style.setProperty("--most", `${Math.max(160, whole - others - NEWS - 2 * GAP)}px`);
  if (lowest[1] !== state.number) lowest = [narrow ? 0 : Math.min(150, free ? free.h * 0.45 : whole * 0.4), state.number];
  style.setProperty("--low", `${lowest[0]}px`);
  lowest[0] = Math.max(lowest[0], Math.min(controls.offsetHeight, whole * 0.5));
  style.setProperty("--low", `${lowest[0]}px`);
  style.setProperty("--sheet", tall ? `${controls.offsetHeight}px` : "0px");
  const small = pitch(main) * scales.get(main).scale < 44;
  document.getElementById("zoom").hidden = !small && zoom === 1;
  document.querySelector("[data-zoom='-1']").hidden = scales.get(main).scale <= scales.get(main).fits * 1.01;
  bring();
}

// The panels of the decision stand above the card, if both have room in the middle of a ring.
function middled(free, style) {
  const now = document.getElementById("now"), aside = document.querySelector("aside");
  if (free && now.parentElement === aside) boards.insertBefore(now, aside);
  const high = free && now.offsetHeight ? now.offsetHeight + GAP : 0, fits = free && free.h - high >= CARD;
  if (!fits && now.parentElement !== aside) aside.prepend(now);
  for (const [name, value] of fits ? [["n", high], ["y", free.y + high], ["h", free.h - high]] : []) style.setProperty(`--${name}`, `${value}px`);
}

// The free middle of a ring on the page; null if the card has no room there.
function middle_of(svg) {
  const [x, y, w, h] = (svg.dataset.free ?? "").split(" ").map(Number), { scale } = scales.get(svg);
  if (!(w * scale >= 240 && h * scale >= 110)) return null;
  const at = svg.getBoundingClientRect(), from = boards.getBoundingClientRect();
  return { x: at.left - from.left + x * scale, y: at.top - from.top + y * scale, w: w * scale, h: h * scale };
}

// Where the stage leaves room below its board, or beside the land that offers are for, what one holds stands there.
const HEADING = 36, FOOT = 150, EDGE = 170, OTHER = 110, TILE = 0.33; // pixels above a board that is held, of all of it, beside the land, of another player's; the least scale

// Width and height that the board has if it leaves a foot or an edge to what one holds, whichever makes it larger.
function shared(wide, high, width, height) {
  const [foot, edge] = [[wide, high - FOOT], [wide - EDGE, high]];
  const scale = ([w, h]) => Math.min(w / width, h / height);
  return scale(foot) > scale(edge) ? foot : edge;
}

function spare(svgs, wide, left) {
  const last = svgs.at(-1), { width } = size(last), { scale } = scales.get(last), held = document.getElementById("held");
  const sizes = [...held.querySelectorAll("svg.board-svg")].map(size), edge = wide - width * scale >= EDGE - 1;
  const kind = svgs.length > 1 ? "beside" : edge && left < FOOT ? "edge" : "below";
  document.body.dataset.held = kind;
  const box = last.getBoundingClientRect(), from = boards.getBoundingClientRect(), x = box.left - from.left + width * scale + 3 * GAP, y = box.bottom - from.top + 2 * GAP;
  const found = kind === "beside" ? { x, y: box.top - from.top, w: wide - x, h: box.height + left - GAP }
    : kind === "edge" ? { x, y: 2 * GAP, w: wide + GAP - x, h: box.height - GAP } : { x: 2 * GAP, y, w: wide - GAP, h: left - 2 * GAP };
  const sum = (name) => sizes.reduce((all, one) => all + one[name], 0), most = (name) => Math.max(...sizes.map((one) => one[name]));
  const across = Math.min((found.w - sizes.length * 22) / sum("width"), (found.h - HEADING - 14) / most("height"));
  const down = Math.min((found.w - 22) / most("width"), (found.h - sizes.length * (HEADING + 14 + GAP)) / sum("height"));
  found.scale = Math.min(Math.max(across, down), 1.3);
  if (found.scale < TILE) return null;
  for (const name of "xywh") document.documentElement.style.setProperty(`--held-${name}`, `${found[name]}px`);
  return found;
}

// What stands beside shrinks so that all is seen, as far as it can be looked at.
function beside(whole, narrow, free, place) {
  if (!place) delete document.body.dataset.held;
  const held = [...document.querySelectorAll("#held svg.board-svg")], others = [...document.querySelectorAll("#others svg.board-svg")];
  const above = document.getElementById("told").offsetHeight + (free ? 0 : 170); // the card, and what a lesson tells
  const room = TALL.matches ? innerHeight * 0.8 : whole - (WIDE.matches && !narrow ? above : 0);
  const column = narrow ? wide_of("held") : TALL.matches ? boards.clientWidth - 16 : boards.clientWidth - space() - 34;
  const long = others.filter((svg) => svg.matches(".row")), lands = others.length - long.length; // a row has a line of its own
  const each = Math.max(1, Math.min(lands, Math.floor(column / 150)));
  const lines = Math.ceil(lands / each);
  const now = document.querySelector("aside > #now")?.offsetHeight ?? 0, folded = document.getElementById("folds").offsetHeight;
  const panels = document.getElementById("panels").offsetHeight + now + folded, rows = narrow ? held.length : Math.ceil(held.length / 2);
  const least = WIDE.matches ? Math.max(room - panels - lines * OTHER, room * 0.22) : room; // elsewhere one scrolls
  const most = narrow ? room * (0.28 + 0.08 * held.length) : Math.min(room * 0.42, least);
  let used = 0;
  for (const svg of held) {
    const scale = Math.min((column - 16) / size(svg).width, (most / rows - 34) / size(svg).height, narrow ? 1 : 1.3);
    scaled(svg, place?.scale ?? Math.max(scale, 0.25));
    if (!place) used = Math.max(used, size(svg).height * scale);
  }
  const rest = Math.max((room - panels - 62 - (narrow || place ? 0 : used + 46)) / Math.max(1, lines) - 34, 62);
  for (const svg of others) {
    const [across, most] = svg.matches(".row") ? [column, 0.6 * size(svg).height] : [column / each, rest];
    scaled(svg, Math.max(Math.min((across - 24) / size(svg).width, most / size(svg).height, 0.9), 0.2));
  }
}

// On a phone what one chooses from stands next to the board, and the card has what is left: it scrolls, not the choices.
const NEAR = 130, HELD = 0.6, SHEET = 0.26; // pixels of it below a board; a scale that it has if there is room above the card, whose part of the window this is

function near(whole) {
  const tall = TALL.matches, held = document.getElementById("held");
  const lit = [...held.querySelectorAll(".board:has(.lit) svg.board-svg")], sizes = lit.map(size);
  document.body.dataset.held = "near";
  const most = (name) => Math.max(...sizes.map((one) => one[name])), sum = (name) => sizes.reduce((all, one) => all + one[name], 0);
  const w = held.clientWidth, heading = tall ? HEADING : 0;
  const fitting = (h) => Math.max(
    Math.min((w - lit.length * 22) / sum("width"), (h - heading - 14) / most("height")),
    Math.min((w - 22) / most("width"), (h - lit.length * (heading + 14 + GAP)) / sum("height")));
  const room = innerHeight * (1 - SHEET) - (held.getBoundingClientRect().top + scrollY) - GAP;
  const scale = tall ? Math.max(fitting(NEAR), Math.min(fitting(room), HELD)) : fitting(whole * 0.36);
  for (const svg of lit) scaled(svg, Math.min(scale, 1));
  const boxes = lit.map((svg) => svg.closest(".board").getBoundingClientRect());
  const least = Math.min(...boxes.map((one) => one.top)), end = Math.max(...boxes.map((one) => one.bottom));
  const free = tall ? innerHeight - (end + scrollY) - GAP : whole - (end - least) - GAP;
  document.documentElement.style.setProperty("--rest", `${Math.max(free, innerHeight * SHEET, 120)}px`);
}

function wide_of(id) {
  return document.getElementById(id).clientWidth || STRIP;
}

// Larger and smaller around a point of the window, or around the cursor.
function enlarge(factor, x, y) {
  const svg = stage.querySelector("svg.board-svg"), place = svg?.closest(".drawing");
  if (!svg) return;
  const before = svg.getBoundingClientRect(), { fits, opens } = scales.get(svg), at = spot(cursor.at) ?? svg;
  const [px, py] = x === undefined ? middle(at) : [x, y];
  zoom = factor ? Math.min(Math.max(zoom * factor, fits / opens), 4 * fits / opens + 2) : fits / opens;
  fit();
  const now = svg.getBoundingClientRect(), grown = now.width / before.width;
  place.scrollLeft += (px - before.left) * grown - (px - now.left);
  place.scrollTop += (py - before.top) * grown - (py - now.top);
}

boards.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !event.target.closest("#stage")) return;
  event.preventDefault();
  enlarge(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
}, { passive: false });

const fingers = new Map(); // those on the stage
for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
  stage.addEventListener(kind, (event) => {
    if (event.pointerType !== "touch") return;
    const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    const before = fingers.size === 2 ? apart() : 0;
    if (kind === "pointerdown" || (kind === "pointermove" && fingers.has(event.pointerId))) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    else fingers.delete(event.pointerId);
    if (kind !== "pointermove" || fingers.size !== 2) return;
    const [a, b] = [...fingers.values()];
    pinched = performance.now();
    enlarge(apart() / before, (a.x + b.x) / 2, (a.y + b.y) / 2);
  });
let pinched = -1000; // when two fingers moved last: what follows is no tap

// A finger needs 44 pixels: where spots are smaller, the nearest that can be chosen is meant.
function meant(event, one) {
  if (pointer === "mouse" || !event.target.closest(".board-svg")) return one;
  const far = (element) => { const [x, y] = middle(element); return Math.hypot(event.clientX - x, event.clientY - y); };
  const near = [...event.target.closest(".board-svg").querySelectorAll(".spot.lit")].map((element) => [far(element), element]);
  const best = near.sort((a, b) => a[0] - b[0])[0];
  return best && best[0] <= 26 ? best[1] : one;
}

// What a choice brings, on a plate at the lower edge of its spot or behind its text; in brackets: at the end of the game.
const SVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function bring() {
  const told = document.getElementById("gains");
  told.textContent = gains[""] ?? "";
  told.hidden = !told.textContent;
  for (const old of document.querySelectorAll(".gain")) old.remove();
  const spots = [];
  for (const [key, text] of Object.entries(gains)) {
    const option = key.startsWith("line,") && document.querySelector(`#choice [data-line="${key.slice(5)}"]`);
    if (option) option.append(Object.assign(document.createElement("b"), { className: "gain", textContent: text }));
    const one = option ? null : spot(key.split(","));
    if (one?.classList.contains("lit")) spots.push([one, text]);
  }
  // All is measured before anything is drawn: measuring after each plate would lay out the page anew each time.
  const boxes = spots.map(([one]) => (one.querySelector(".ring") ?? one).getBBox());
  const scales = new Map(spots.map(([one]) => one.closest("svg")).map((svg) => [svg, pixels(svg)]));
  spots.forEach(([one, text], n) => plate(one, text, boxes[n], scales.get(one.closest("svg"))));
  uncover();
  requestAnimationFrame(() => setTimeout(uncover)); // a board that has become small shows other things then
}

function uncover() {
  for (const svg of document.querySelectorAll("#table .board-svg")) clear(svg);
}

// A plate covers nothing that one chooses by: it lies at another edge of its spot then, or is left to the card.
function clear(svg) {
  const plates = [...svg.querySelectorAll("g.gain")];
  if (!plates.length) return;
  const parts = [...svg.querySelectorAll(".spot text, .spot use:not([href^='#sym-g-'])")].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect()), room = svg.closest("#boards, .board").getBoundingClientRect();
  const over = (a) => boxes.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5);
  for (const one of plates) {
    one.removeAttribute("hidden"); // what is not shown has no box
    one.removeAttribute("transform");
  }
  const lie = plates.map((one) => one.getBoundingClientRect()), unit = pixels(svg);
  plates.forEach((one, n) => {
    const [x, y] = one.dataset.edge.split(" ").map(Number);
    const free = [[0, 0], [0, y], [x, y / 2], [-x, y / 2]].find(([dx, dy]) => {
      const box = new DOMRect(lie[n].x + dx * unit, lie[n].y + dy * unit, lie[n].width, lie[n].height);
      return box.left >= room.left && box.right <= room.right && !over(box);
    });
    if (free) one.setAttribute("transform", `translate(${free[0]} ${free[1]})`);
    one.toggleAttribute("hidden", !free);
  });
}

// How many pixels a unit of the drawing has.
function pixels(svg) {
  return parseFloat(getComputedStyle(svg).width) / svg.viewBox.baseVal.width;
}

// Figures are 12 px high at any size of the board.
function plate(one, text, box, scale) {
  if (!scale) return;
  const svg = one.closest("svg"), size = 12 / scale, gap = 3 / scale;
  const parts = text.split(" "), wide = parts.map((part) => part.replace(/[()]/g, "").length * size * 0.62 + 8 / scale);
  let x = Number(one.dataset.x) - (wide.reduce((sum, one) => sum + one, 0) + gap * (parts.length - 1)) / 2;
  const y = Number(one.dataset.y) + box.y + box.height - size * 0.35;
  const group = drawn("g", { class: "gain", "aria-hidden": "true", "data-edge": `${box.width / 2} ${size * 0.7 - box.height}` });
  parts.forEach((part, n) => {
    const later = part.startsWith("(");
    group.append(
      drawn("rect", { x, y: y - size * 0.75, width: wide[n], height: size * 1.5, rx: size * 0.75, class: later ? "later" : "" }),
      drawn("text", { x: x + wide[n] / 2, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, part.replace(/[()]/g, "")),
    );
    x += wide[n] + gap;
  });
  svg.insertBefore(group, svg.querySelector(".over"));
}

addEventListener("online", listen);
addEventListener("resize", () => {
  fit();
  if (room() !== across) listen();
});
boards.addEventListener("toggle", fit, true);

// -- the tile in hand -------------------------------------------------------------------------------------------------

const hand = document.createElementNS("http://www.w3.org/2000/svg", "svg");
hand.id = "hand";
hand.setAttribute("aria-hidden", "true");
document.body.append(hand);
carried(false);
let hovered = "";
let under = null; // the spot without a choice to which the mouse was moved last
let resting = null; // the spot that the mouse has reached, until it has rested there for a moment
let pointer = ""; // what was pressed last: a mouse, a finger, a pen
let dragged = null;

// A mouse on its way to a button crosses other spots, which are not meant.
let patience = 60; // milliseconds that a mouse rests on a spot that it means

function rest(at) {
  clearTimeout(resting?.timer);
  resting = at && { at, timer: setTimeout(rested, patience) };
}

function rested() {
  const at = resting?.at;
  rest(null);
  if (at) point(at, "hover");
}

// Show it beside the pointer, or not: an svg has no property for that.
function carried(shown) {
  hand.toggleAttribute("hidden", !shown);
}

function carry(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const one = under && under.closest("#table .spot");
  const svg = under && under.closest("#table .board-svg");
  const ghost = boards.querySelector(".over .ghost");
  const lit = one && one.classList.contains("lit");
  if (cursor.held) {
    carried(false);
    return;
  }
  if (lit) {
    carried(false);
    if (ghost) {
      ghost.classList.remove("away");
      if (ghost.dataset.board === one.dataset.board && hovered !== String(place_of(one)))
        ghost.firstElementChild.setAttribute("transform", `translate(${one.dataset.x} ${one.dataset.y})`);
    }
    if (hovered !== String(place_of(one))) {
      hovered = String(place_of(one));
      rest(hovered !== String(cursor.at) || cursor.line !== null ? place_of(one) : null);
    }
    return;
  }
  hovered = "";
  rest(null);
  if (!svg || !ghost || !boards.querySelector(".spot.lit")) {
    carried(false);
    if (ghost) ghost.classList.remove("away");
    return;
  }
  const scale = parseFloat(getComputedStyle(svg).width) / svg.viewBox.baseVal.width;
  const piece = ghost.querySelector(".piece").cloneNode(true);
  piece.setAttribute("transform", "translate(50 50)");
  hand.replaceChildren(piece);
  hand.setAttribute("viewBox", "0 0 100 100");
  hand.style.width = hand.style.height = `${100 * scale}px`;
  hand.style.left = `${event.clientX - 50 * scale}px`;
  hand.style.top = `${event.clientY - 50 * scale}px`;
  carried(true);
  ghost.classList.add("away");
}

boards.addEventListener("pointermove", (event) => {
  if (state.acts && (event.pointerType === "mouse" || dragged)) carry(event);
  under = event.pointerType === "mouse" ? event.target.closest(".spot:not(.lit)") : null;
  if (dragged) dragged.moved = true;
});
boards.addEventListener("pointerleave", () => {
  hovered = "";
  under = null;
  rest(null);
  light();
});
boards.addEventListener("pointerdown", (event) => {
  pointer = event.pointerType;
  const one = event.target.closest(".spot");
  // A finger on the tile that lies at the cursor takes it along.
  if (one && event.pointerType !== "mouse" && one.classList.contains("cursor") && cursor.ghost) {
    dragged = { moved: false };
    boards.setPointerCapture(event.pointerId);
  }
});
// What touch-action says does not hold within an svg: while a tile is dragged, nothing scrolls.
boards.addEventListener("touchmove", (event) => dragged && event.touches.length < 2 && event.preventDefault(), { passive: false });
boards.addEventListener("pointercancel", () => (dragged = null));
boards.addEventListener("pointerup", (event) => {
  if (dragged?.moved) {
    const one = document.elementFromPoint(event.clientX, event.clientY)?.closest("#table .spot");
    rest(null);
    // A drop takes, as a click of the mouse does. That it answers, too, is left to fingers that have waited.
    if (one && !early()) send("click", { at: place_of(one), key: "mouse" });
    dragged.dropped = true;
  }
  setTimeout(() => (dragged = null));
});
// The second half of a double click does not answer the question that the first half has brought, nor does a finger that
// trembles; a press of a key on a button is no click.
let pause = 500; // milliseconds that a question stands before it is answered
let asked = 0; // when it was shown

function early() {
  return state.asks && performance.now() - asked < pause;
}

// `answers`: what was pressed would answer the question.
function hasty(event, answers) {
  return state.asks && (event.detail > 1 || (event.detail === 1 && answers && early()));
}

boards.addEventListener("click", (event) => {
  const one = meant(event, event.target.closest(".spot"));
  rest(null);
  if (one && performance.now() - pinched > 400 && !dragged?.dropped && !hasty(event, String(place_of(one)) === String(cursor.at)))
    send("click", { at: place_of(one), key: pointer });
});
boards.addEventListener("contextmenu", (event) => {
  if (!event.target.closest(".board-svg") || !state.acts) return;
  event.preventDefault();
  send("key", { key: "r" });
});

// -- what people do ---------------------------------------------------------------------------------------------------

let line = Promise.resolve();
let pointing = null;

function point(at, key = "") {
  const waiting = pointing !== null;
  pointing = { at, key };
  if (!waiting) {
    line = line.then(() => {
      const latest = pointing;
      pointing = null;
      return post("point", latest);
    });
  }
}

// It is meant for what the page shows now, whatever it shows when those before it have been sent.
function send(what, more = {}) {
  rested();
  const about = { number: state.number, asked: state.asks, hints: state.hints };
  line = line.then(() => post(what, { ...about, ...more }));
}

async function post(what, more) {
  try {
    const answer = await channel.ask(`${path}/do`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ page, do: what, number: state.number, ...more }),
    });
    const content = await answer.json();
    if (!answer.ok) return say(content.error, true);
    if (refused) lost.hidden = true;
    refused = false;
    if (content.page?.go) {
      sessionStorage.setItem("from " + content.page.go, path);
      channel.go(content.page.go);
    }
    else if (content.page) read(content.page);
  } catch {
    say(lost.dataset.lost);
    listen(); // what it brings, as soon as the server is there again, takes the sentence away
  }
}

// A chapter of the rules that is opened shows the picture of the lesson's page about it.
dialog.addEventListener("toggle", async (event) => {
  const place = event.target.open && event.target.querySelector("[data-chapter]:empty");
  if (!place || !place.dataset.chapter || place.dataset.asked) return;
  place.dataset.asked = "";
  try {
    const answer = await channel.ask(`${path}/do`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ page, do: "ask", key: "rules", text: place.dataset.chapter }),
    });
    const found = new DOMParser().parseFromString((await answer.json()).page.body, "text/html");
    place.replaceChildren(...found.querySelector(".picture").childNodes);
  } catch {
    delete place.dataset.asked; // opened again, it is asked for again
  }
}, true);

function read(found) {
  dialog.querySelector("h2").textContent = found.title;
  dialog.querySelector(".body").innerHTML = found.body;
  // A page behind a proxy knows better than the server how this site is called.
  for (const field of dialog.querySelectorAll("input[data-path]")) field.value = channel.outward(field.dataset.path);
  mark();
  motion.dress(dialog);
  if (!dialog.open) dialog.showModal();
  dialog.querySelector(".body").scrollTop = 0;
}

// What was searched for is marked in the rules that were found, also in other forms of the word.
function mark() {
  const sought = dialog.querySelector("input[type=search]")?.value.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const stems = sought.map((one) => one.slice(0, Math.max(3, one.length - 2)));
  for (const rule of sought.length ? dialog.querySelectorAll(".rules li > small:first-child") : []) {
    const text = rule.nextSibling, parts = text.data.split(/([\p{L}\p{N}]+)/u); // every second one is a word
    text.replaceWith(...parts.map((one, n) => {
      const hit = n % 2 && stems.some((stem, m) => one.toLowerCase().startsWith(stem) && one.length <= sought[m].length + 3);
      return hit ? Object.assign(document.createElement("mark"), { textContent: one }) : one;
    }));
  }
}

document.addEventListener("click", (event) => {
  for (const one of document.querySelectorAll("#pages, .more")) if (!one.contains(event.target)) one.open = false;
  const button = event.target.closest("button, a[data-go]");
  if (!button) return;
  const data = button.dataset;
  if (data.go !== undefined) button.href = data.go.startsWith("/") ? data.go : `${path}/${data.go}`;
  const twice = data.key === "do" && event.detail > 1; // the first press may have been meant for something else
  if (data.key !== undefined && !twice && !hasty(event, data.key === "enter")) {
    button.closest("#tools .more")?.removeAttribute("open"); // what it does lies behind the menu
    send("key", { key: data.key });
  }
  if (data.end !== undefined) data.end ? end.close() : end.showModal();
  if (data.ask !== undefined) send("ask", { key: data.ask, text: data.text ?? "" });
  if (data.learn !== undefined) {
    button.closest("details")?.removeAttribute("open");
    send("learn", { key: data.learn, n: Number(data.n ?? 0) });
  }
  if (data.open !== undefined) {
    button.closest("details").open = false;
    document.getElementById(data.open).open = true;
  }
  if (data.turn !== undefined) curtain(data);
  if (data.leave !== undefined) leave();
  if (data.speak !== undefined) {
    button.closest("#offer")?.remove();
    send("speak", { key: data.speak });
  }
  if (data.offer !== undefined) {
    offer?.remove();
    send("offer", { key: data.offer });
  }
  if (data.rematch !== undefined) send("rematch", {});
  if (data.sit !== undefined) {
    button.closest("#tools .more")?.removeAttribute("open");
    send("seat", { key: data.sit, n: Number(data.n ?? 0) });
  }
  if (data.share !== undefined) send("share");
  if (data.copy !== undefined) {
    const field = button.parentElement.querySelector("input"), done = () => (button.textContent = data.copy);
    field.select();
    // Only pages from this machine or over TLS may use the clipboard themselves.
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
    else if (document.execCommand("copy")) done();
  }
  if (data.wish !== undefined) send("wish", { key: data.wish, n: Number(data.n ?? 0) });
  if (data.zoom !== undefined) enlarge(data.zoom === "1" ? 1.5 : 1 / 1.5);
  if (data.form !== undefined) send("form", { n: Number(data.form) });
  if (data.line !== undefined && !hasty(event, Number(data.line) === cursor.line)) {
    send("line", { n: Number(data.line) });
    send("key", { key: "enter" });
  }
});

// The pages of a lesson, the answers of a question and the ways on, of which the one that is expected next stands out.
function lesson(now) {
  document.body.classList.toggle("lesson", Boolean(now));
  const pages = document.getElementById("pages"), answers = document.getElementById("answers"), ways = document.getElementById("ways");
  pages.hidden = ways.hidden = !now;
  answers.hidden = !now?.answers.length;
  if (!now) return;
  pages.firstChild.textContent = now.count;
  pages.lastChild.replaceChildren(...now.pages.map(([title, known], n) => {
    const item = document.createElement("li"), one = item.appendChild(pressed({ learn: "page", n }, title));
    if (n === now.at) one.setAttribute("aria-current", "page");
    if (known) one.append(" \u2713", spoken(` ${pages.lastChild.dataset.known}`));
    return item;
  }));
  answers.replaceChildren(...now.answers.map((text, n) => {
    const key = "abcdefgh"[n], one = pressed({ learn: "answer", n, press: key }, "");
    one.className = "option";
    one.classList.toggle("here", n === now.chosen);
    one.classList.toggle("right", now.done);
    one.setAttribute("aria-pressed", n === now.chosen);
    const letter = Object.assign(document.createElement("kbd"), { textContent: key });
    letter.setAttribute("aria-hidden", "true");
    one.append(letter, " ", text);
    return one;
  }));
  for (const one of ways.querySelectorAll("[data-learn]")) {
    one.hidden = !now.ways.includes(one.dataset.learn);
    one.classList.toggle("main", one.dataset.learn === "play" || (one.dataset.learn === "next" && now.done));
  }
}

function pressed(data, text) {
  const made = Object.assign(document.createElement("button"), { textContent: text });
  Object.assign(made.dataset, data);
  return made;
}

function spoken(text) {
  return Object.assign(document.createElement("span"), { className: "aloud", textContent: text });
}

// Whoever is next at this device says so, before anything of theirs is shown.
function curtain({ turn, text, label }) {
  const cover = document.createElement("dialog");
  cover.className = "curtain";
  const said = cover.appendChild(Object.assign(document.createElement("p"), { textContent: text }));
  said.tabIndex = -1;
  const button = cover.appendChild(Object.assign(document.createElement("button"), { className: "main", textContent: label }));
  button.onclick = () => channel.go(turn);
  document.body.append(cover);
  cover.showModal();
}

// A lesson leads back to the page from which it was opened.
function leave() {
  const from = sessionStorage.getItem("from " + path);
  if (from) return channel.go(from);
  source.close();
  say(document.getElementById("ways").dataset.left);
}

document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return;
  event.preventDefault();
  if (event.target.dataset.answers) return answered(event.target);
  const text = new FormData(event.target).get("text");
  if (event.target.dataset.ask) return send("ask", { key: event.target.dataset.ask, text });
  send("typed", { text });
  event.target.reset();
  document.activeElement.blur();
});

// Answers to the author's questions after a playtest, those that were given.
function answered(form) {
  for (const [key, text] of new FormData(form)) if (text.trim()) send("answer", { key, text });
  form.replaceWith(Object.assign(document.createElement("p"), { className: "thanks", textContent: form.dataset.answers }));
}

// An amount that is typed or slid to: the nearest one that there is.
for (const kind of ["change", "input"])
  document.addEventListener(kind, (event) => {
    const field = event.target;
    if (field.name !== "amount" || (kind === "input") !== (field.type === "range") || field.value === "") return;
    const values = field.parentElement.dataset.values.split(",").map(Number), wanted = Number(field.value);
    const far = values.map((one) => Math.abs(one - wanted));
    if (field.type === "range") field.parentElement.querySelector("[type=number]").value = values[wanted];
    send("amount", { n: field.type === "range" ? wanted : far.indexOf(Math.min(...far)) });
  });

// Coordinates are seen while somebody types, or asks for them.
for (const [name, on] of [["focusin", true], ["focusout", false]])
  document.getElementById("typed").addEventListener(name, () => document.body.classList.toggle("asks", on));

// A list beside the boards is about spots on them: they light up together.
for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])
  document.addEventListener(name, (event) => {
    const about = event.target.closest?.("[data-about]")?.dataset.about;
    if (about) spot(about.split(","))?.classList.toggle("meant", on);
  });

// -- keys -------------------------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASKS = { l: "log", L: "news", s: "score", t: "rules", k: "legend", o: "panels", "?": "keys" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || end.open) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target.name === "amount") {
      event.target.blur();
      send("key", { key: "enter" });
    }
    return;
  }
  const pressed = event.key;
  const open = document.querySelector("#pages[open], .more[open]");
  if (pressed === "Escape" && open) {
    open.open = false;
    return open.querySelector("summary").focus();
  }
  const own = [...document.querySelectorAll("[data-press]")].find((one) => one.dataset.press === pressed && one.getClientRects().length);
  if (own && !event.repeat) own.click();
  else if (pressed === "Enter" || pressed === " ") {
    if (event.repeat) return event.preventDefault(); // a key that is held down answers nothing
    if (event.target.matches("button, a, summary")) return; // the browser presses it
    send("key", { key: "enter" });
  } else if (pressed in ARROWS) move(...ARROWS[pressed], event.shiftKey);
  else if (pressed in ASKS) send("ask", { key: ASKS[pressed] });
  else if (pressed === ":") field.focus();
  else if (pressed === "#") document.body.classList.toggle("asks");
  else if ("+-0".includes(pressed) && !document.querySelector(".amount")) enlarge({ "+": 1.25, "-": 0.8 }[pressed] ?? 0);
  else if (pressed === "Escape") send("key", { key: "escape" });
  else if (pressed.length === 1) {
    if (pressed === "w" && under) point(place_of(under));
    send("key", { key: pressed });
  }
  else return;
  event.preventDefault();
});

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// The nearest of these spots in a direction; null if none lies there.
function nearest(here, spots, dx, dy) {
  const [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const one of spots) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (one === here || along < 2) continue;
    const far = along + 2.2 * across;
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

// Go in a direction, among the spots with choices, or with Shift among all.
function move(dx, dy, anywhere) {
  under = null;
  const seen = [...boards.querySelectorAll(anywhere ? ".spot" : ".spot.lit")].filter((one) => one.getClientRects().length);
  const options = [...document.querySelectorAll("#choice .option")];
  const listed = options.indexOf(document.activeElement);
  if (listed >= 0 && (dy || !seen.length)) {
    const next = options[listed + (dy || dx)];
    if (next) return choose(next);
    if (!seen.length) return;
  }
  const here = spot(cursor.at);
  if (!here || cursor.line !== null || !seen.length) {
    if (seen.length) return go(seen[0]);
    if (options.length) choose(options[dx + dy > 0 ? 0 : options.length - 1]);
    return;
  }
  const best = nearest(here, seen, dx, dy);
  if (best) go(best);
  else if (dy && !anywhere && options.length) choose(options[dy > 0 ? 0 : options.length - 1]);
}

function go(element) {
  point(place_of(element));
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function choose(button) {
  button.focus();
  send("line", { n: Number(button.dataset.line) });
}

listen();
