// The page of an owner's data. The server keeps the data and makes the HTML; this script sends what was clicked or typed
// and puts regions in their places. Nothing of a photo is here: it stays in boxphoto.js, which sends nothing at all.
"use strict";

const path = location.pathname.replace(/\/$/, "");
const find = (text) => document.querySelector(text);
const lost = document.getElementById("lost"), message = document.getElementById("message");
const drawing = document.getElementById("drawing"), stage = document.getElementById("stage");
const regions = new Map(); // name -> HTML
const folds = new Map(); // what people have folded or unfolded
let state = { serial: -1, name: "", path: [], parts: [1, 1], wrong: [], drawn: false };
let tool = "";
let cursor = null; // { at: "q,r", part: [row, column] }
const changed = new Set(); // who wants to know that another record is shown

// -- what the server is asked -----------------------------------------------------------------------------------------

let line = Promise.resolve();
let meant = 0; // a refused event takes those behind it along: they were meant for what the page showed before

let awaited = 0; // changes whose answers have not come yet

function send(what, more = {}, then = null) {
  const mine = meant, here = { name: state.name, path: state.path }, changes = what !== "open";
  if (changes) checking((awaited += 1));
  line = line.then(async () => {
    if (mine === meant) {
      const content = { do: what, serial: state.serial, ...here, ...(typeof more === "function" ? more() : more) };
      const answer = await ask(content);
      if (answer && then) then(answer);
    } else if (typeof more === "function") more();
    if (changes) checking((awaited -= 1));
  });
  return line;
}

// Nothing is called right while it is still being checked.
function checking(many) {
  document.body.classList.toggle("checking", many > 0);
}

async function ask(content) {
  try {
    const answer = await fetch(`${path}/do`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(content),
    });
    const found = await answer.json();
    lost.hidden = true;
    if (found.regions) show(found);
    else say(found.error, true);
    if (!answer.ok) meant += 1;
    return answer.ok ? found : null;
  } catch {
    meant += 1;
    lost.textContent = lost.dataset.lost;
    lost.hidden = false;
    return null;
  }
}

function say(text, alarm) {
  message.textContent = text || "";
  message.classList.toggle("alarm", Boolean(alarm));
}

function aloud(text) {
  document.getElementById("aloud").textContent = text;
}

// What is wrong is said when it changes, not whenever the list is made anew.
let told = "";

function problems() {
  const now = find("#problems summary, #problems p")?.textContent ?? "";
  const news = now !== told && told !== "";
  told = now;
  return news ? now : "";
}

function show(answer) {
  const before = JSON.stringify([state.name, state.path]);
  const focus = known(document.activeElement), typed = typing();
  state = answer.state;
  const now = JSON.stringify([state.name, state.path]), other = before !== now;
  if (other) {
    cursor = null;
    folds.delete(`file ${state.name}`);
  }
  for (const [name, html] of Object.entries(answer.regions)) place(name, html);
  document.title = state.title;
  document.getElementById("work").hidden = !state.drawn;
  size();
  spots();
  tools();
  say(answer.message, answer.alarm);
  aloud(problems());
  if (location.hash !== address(state.name, state.path)) history.replaceState(null, "", address(state.name, state.path));
  for (const one of changed) one(other);
  if (other && before !== '["",[]]') {
    if (PHONE.matches) document.getElementById("shelf").open = false;
    // To the beginning of the record, and no farther: the list of files stays where it is under the mouse.
    const top = PHONE.matches ? 0 : find("main").offsetTop;
    if (scrollY > top) scrollTo({ top });
  }
  const again = !other && focus && find(focus);
  if (again && again !== document.activeElement) {
    again.focus({ preventScroll: true });
    if (typed) retype(again, typed);
  }
  light(answer.state);
  aim();
}

// A region in which a button is held down is made anew when it has been let go, or the click would be lost.
let pressed = "";
const later = new Map();

// A menu of the browser may swallow the end of a right click.
addEventListener("pointerdown", (event) => (pressed = event.button ? "" : event.target.closest?.("[data-region]:not(#drawing)")?.id ?? ""), true);
for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, () => setTimeout(() => {
    pressed = "";
    const all = [...later];
    later.clear();
    for (const [region, html] of all) place(region, html);
    if (all.length) tools();
  }), true);

function place(name, html) {
  later.delete(name);
  if (regions.get(name) === html) return;
  if (name === pressed) {
    later.set(name, html);
    return;
  }
  regions.set(name, html);
  const element = document.getElementById(name);
  element.innerHTML = html;
  for (const one of element.querySelectorAll("details[data-fold]"))
    if (folds.has(one.dataset.fold)) one.open = folds.get(one.dataset.fold);
    else if (one.open) folds.set(one.dataset.fold, true); // a file that was opened stays open
  for (const one of element.querySelectorAll("[data-export]")) one.href = `${path}/export`;
}

// What lies at the lower edge covers nothing that is scrolled to.
new ResizeObserver(() => {
  const high = `${find("footer").offsetHeight}px`;
  document.documentElement.style.setProperty("--foot", high);
  document.documentElement.style.scrollPaddingBottom = high;
}).observe(find("footer"));

const PHONE = matchMedia("(max-width: 60rem)");
if (PHONE.matches) document.getElementById("shelf").open = false;

// How an element is found again after its region was made anew.
function known(element) {
  if (!element || element === document.body) return "";
  const said = (name) => `[data-${name}="${CSS.escape(element.dataset[name])}"]`;
  if (element.matches(".spot")) return "#drawing .spot[tabindex='0']";
  const names = ["do", "to", "number", "before", "file", "open", "tool"].filter((name) => element.dataset[name] !== undefined);
  return names.length ? element.tagName.toLowerCase() + names.map(said).join("") : "";
}

// What somebody is typing when an answer to something else arrives.
function typing() {
  const at = document.activeElement;
  if (!at?.matches?.("input[data-do], textarea[data-do]") || at.value === at.defaultValue) return null;
  return { value: at.value, from: at.selectionStart, to: at.selectionEnd };
}

function retype(field, typed) {
  field.value = typed.value;
  field.setSelectionRange?.(typed.from, typed.to);
}

// -- what is open -----------------------------------------------------------------------------------------------------

function address(name, steps) {
  return `#${encodeURIComponent(JSON.stringify([name, ...steps]))}`;
}

function asked() {
  try {
    const [name, ...steps] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    return { name: String(name), path: steps };
  } catch {
    return { name: "", path: [] };
  }
}

function open(where, more = {}) {
  const [name, ...steps] = where;
  if (name !== state.name || JSON.stringify(steps) !== JSON.stringify(state.path))
    history.pushState(null, "", address(name, steps));
  return send("open", { name, path: steps, ...more });
}

addEventListener("popstate", () => send("open", asked()));
// Another page, or a command, may have changed the draft meanwhile.
addEventListener("focus", () => send("open"));

// Show the place that was asked for: its spot, or its field with all that it is folded into.
function light(news) {
  for (const one of document.querySelectorAll(".meant")) one.classList.remove("meant");
  const place = news.lit && find(`[data-place="${CSS.escape(JSON.stringify(news.lit))}"]`);
  const one = news.spot ? spot(news.spot.join(",")) : null;
  if (one) {
    one.classList.add("meant");
    point(news.spot.join(","));
    one.focus({ preventScroll: true });
    one.scrollIntoView({ block: "center", inline: "center" });
  } else if (place) {
    for (let at = place.parentElement; at; at = at.parentElement) if (at.matches?.("details")) at.open = true;
    place.classList.add("meant");
    place.scrollIntoView({ block: "center" });
    place.querySelector("input, select, textarea")?.focus({ preventScroll: true });
  }
}

// -- the drawing ------------------------------------------------------------------------------------------------------

function spot(at) {
  return drawing.querySelector(`.spot[data-at="${at}"]`);
}

// As large as fits into the window, or larger by steps; then it scrolls.
let zoomed = 0;

function size() {
  const svg = drawing.querySelector("svg.board-svg");
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal, by = 1.4 ** zoomed, phone = PHONE.matches;
  const fits = Math.min(width * 3.5, ((phone ? 2 : 0.72) * innerHeight * width) / height);
  svg.style.maxWidth = `${Math.round(fits * by)}px`;
  document.getElementById("sheet").style.width = by > 1 ? `${Math.round(100 * by)}%` : "";
  stage.classList.toggle("zoomed", by > 1);
}

addEventListener("resize", size);

// Every spot can be clicked here, also one that is only ground on the table.
function spots() {
  drawing.classList.toggle("parted", parted());
  const wrong = new Set(state.wrong.map(String)), all = [...drawing.querySelectorAll(".spot")];
  if (!cursor || !spot(cursor.at)) cursor = all.length ? { at: all[0].dataset.at, part: middle() } : null;
  for (const one of all) {
    one.setAttribute("role", "button");
    one.removeAttribute("aria-hidden");
    one.setAttribute("aria-label", one.querySelector("title")?.textContent || one.dataset.at);
    one.classList.toggle("wrong", wrong.has(one.dataset.at));
    one.setAttribute("tabindex", one.dataset.at === cursor?.at ? "0" : "-1");
  }
}

function middle() {
  return state.parts.map((count) => Math.floor((count - 1) / 2));
}

function point(at, part = middle()) {
  spot(cursor?.at ?? "")?.setAttribute("tabindex", "-1");
  cursor = { at, part };
  spot(at)?.setAttribute("tabindex", "0");
}

const parted = () => state.parts[0] * state.parts[1] > 1;

// The box of a spot in its own coordinates, around its middle.
function box(one) {
  return one.querySelector(".ring").getBBox();
}

// The part under the mouse, as the screen shows it: the same that is framed.
function hit(one, event) {
  if (!parted()) return [0, 0];
  const here = one.querySelector(".ring").getBoundingClientRect(), [rows, columns] = state.parts;
  const share = (value, low, size, count) => Math.max(0, Math.min(count - 1, Math.floor(((value - low) / size) * count)));
  return [share(event.clientY, here.top, here.height, rows), share(event.clientX, here.left, here.width, columns)];
}

// Which part of a spot is meant.
function frame(one, part) {
  const over = drawing.querySelector(".over");
  if (!over) return;
  over.replaceChildren();
  if (!one || !parted()) return;
  const here = box(one), [rows, columns] = state.parts, rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const size = { width: here.width / columns, height: here.height / rows };
  const values = {
    x: Number(one.dataset.x) + here.x + part[1] * size.width,
    y: Number(one.dataset.y) + here.y + part[0] * size.height,
    ...size,
    class: "aim",
  };
  for (const [name, value] of Object.entries(values)) rect.setAttribute(name, value);
  over.append(rect);
}

let waiting = null; // what one tool has painted in one record and has not been sent yet

function paint(at, part) {
  const here = JSON.stringify([tool, state.name, state.path]);
  const first = waiting?.here !== here;
  point(at, part);
  if (first) waiting = { here, tool, spots: [] };
  waiting.spots.push([...at.split(",").map(Number), ...part]);
  if (!first) return;
  const mine = waiting;
  send("click", () => {
    if (waiting === mine) waiting = null;
    return { tool: mine.tool, spots: mine.spots };
  }, () => {
    const label = spot(at)?.getAttribute("aria-label");
    if (label && !message.textContent) aloud([label, find("#aloud").textContent].filter(Boolean).join(". "));
    if (!mouse && document.activeElement?.closest?.("#drawing")) frame(spot(cursor.at), cursor.part);
  });
}

let stroke = null; // what a mouse has painted since it was pressed

function under(event) {
  const one = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#drawing .spot");
  return one && { one, at: one.dataset.at, part: hit(one, event) };
}

let mouse = null; // where it is over the drawing

function aim() {
  if (!mouse || !parted()) return;
  const found = under(mouse);
  frame(found?.one, found?.part);
}

function brush(event) {
  const found = under(event);
  if (!found) return;
  const key = `${found.at} ${found.part}`;
  if (stroke.has(key)) return;
  stroke.add(key);
  paint(found.at, found.part);
}

drawing.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch" || event.button !== 0 || !event.target.closest(".spot")) return;
  event.preventDefault();
  event.target.closest(".spot").focus({ preventScroll: true });
  stroke = new Set();
  brush(event);
});
drawing.addEventListener("pointermove", (event) => {
  if (stroke && event.buttons & 1) brush(event);
  else stroke = null;
  mouse = event.pointerType === "mouse" ? event : null;
  aim();
});
addEventListener("pointerup", () => (stroke = null));
// A finger that is dragged scrolls; one that taps paints.
let touched = false;
drawing.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);
drawing.addEventListener("click", (event) => {
  const found = touched && under(event);
  if (found) paint(found.at, found.part);
});
drawing.addEventListener("pointerleave", () => {
  mouse = null;
  frame(null);
});
drawing.addEventListener("focusin", (event) => {
  const one = event.target.closest(".spot");
  if (one && one.dataset.at !== cursor?.at) point(one.dataset.at);
  if (one && !mouse) frame(one, cursor.part);
});

// -- tools ------------------------------------------------------------------------------------------------------------

function tools() {
  const all = [...document.querySelectorAll("#tools [data-tool]")];
  if (!all.some((one) => one.dataset.tool === tool)) tool = all[0]?.dataset.tool ?? "";
  const now = document.getElementById("current");
  now.replaceChildren();
  for (const one of all) {
    const mine = one.dataset.tool === tool;
    one.setAttribute("aria-checked", String(mine));
    one.tabIndex = mine ? 0 : -1;
    if (mine) now.append(...[...one.children].map((child) => child.cloneNode(true)));
  }
}

// From now on every click puts this there. The page stays where it is; only a palette that is a scroller is scrolled.
function take(button, focus) {
  tool = button.dataset.tool;
  tools();
  if (focus) button.focus({ preventScroll: true });
  const palette = document.getElementById("tools"), [outer, inner] = [palette, button].map((one) => one.getBoundingClientRect());
  if (palette.scrollWidth > palette.clientWidth)
    palette.scrollLeft += Math.min(0, inner.left - outer.left - 8) + Math.max(0, inner.right - outer.right + 8);
  aloud(button.querySelector("span:not(.look)").textContent);
}

// A tool is taken when the mouse goes down on it, so that no answer that arrives before it goes up can lose the click.
addEventListener("pointerdown", (event) => {
  const one = event.pointerType !== "touch" && event.button === 0 && event.target.closest?.("#tools [data-tool]");
  if (one) take(one);
});

// -- what people do ---------------------------------------------------------------------------------------------------

function content(button) {
  const { to, number, before, file } = button.dataset, found = {};
  if (to !== undefined) found.to = JSON.parse(to);
  if (number !== undefined) found.number = Number(number);
  if (before !== undefined) found.before = Number(before);
  if (file !== undefined) found.file = file;
  const add = button.closest(".add");
  const preset = add?.querySelector("[data-preset]"), key = add?.querySelector("[data-new]");
  if (preset) found.number = Number(preset.value);
  if (key) found.key = key.value.trim();
  return found;
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("button, a, summary");
  if (!one) return;
  if (one.matches("summary")) {
    const fold = one.parentElement;
    if (fold.dataset.fold) folds.set(fold.dataset.fold, !fold.open);
    return;
  }
  const data = one.dataset;
  if (data.open !== undefined && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (PHONE.matches && one.closest("#problems")) one.closest("details").open = false;
    open(JSON.parse(data.open), data.problem !== undefined ? { problem: Number(data.problem) } : {});
  } else if (data.tool !== undefined) take(one);
  else if (data.zoom !== undefined) {
    zoomed = Math.max(-2, Math.min(5, zoomed + Number(data.zoom)));
    size();
  } else if (data.dialog !== undefined) {
    const dialog = document.getElementById(data.dialog);
    propose(dialog);
    dialog.showModal();
  }
  else if (data.close !== undefined) one.closest("dialog").close();
  else if (data.do !== undefined && one.matches("button")) {
    event.preventDefault();
    send(data.do, content(one));
  }
});

document.addEventListener("change", (event) => {
  const one = event.target;
  if (one.dataset.do === "set") send("set", { to: JSON.parse(one.dataset.to), value: one.value });
});

// As large as the grid is now, and where its rows begin.
function propose(dialog) {
  const rows = new Map();
  for (const one of drawing.querySelectorAll(".spot")) rows.set(one.dataset.y, (rows.get(one.dataset.y) ?? 0) + 1);
  if (rows.size) {
    dialog.querySelector("[name=rows]").value = rows.size;
    dialog.querySelector("[name=columns]").value = Math.max(...rows.values());
  }
  dialog.querySelector("#shifted").hidden = !drawing.querySelector("[data-grid=hex]");
}

document.getElementById("blank").addEventListener("submit", (event) => {
  const given = new FormData(event.target);
  send("blank", { rows: Number(given.get("rows")), columns: Number(given.get("columns")) });
});

// -- keys -------------------------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (find("dialog[open]") || event.defaultPrevented) return;
  const at = event.target, text = at.matches("textarea, input:not([type=range]):not([type=file])");
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const letter = event.key.toLowerCase();
    const back = letter === "z" && !event.shiftKey, again = letter === "y" || (letter === "z" && event.shiftKey);
    if ((!back && !again) || (text && at.value !== at.defaultValue)) return; // the browser undoes what is being typed
    event.preventDefault();
    send(back ? "undo" : "redo");
    return;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || at.matches("input, textarea, select")) return;
  if (event.key in ARROWS) {
    if (at.matches("#tools [role=radio]")) return turn(at, event);
    if (at.closest("#drawing")) {
      move(...ARROWS[event.key]);
      event.preventDefault();
    }
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && at.matches(".spot")) {
    event.preventDefault();
    if (!event.repeat) paint(cursor.at, cursor.part);
    return;
  }
  const button = state.drawn && event.key.length === 1 && find(`#tools [aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button) {
    take(button);
    event.preventDefault();
  }
});

function turn(at, event) {
  const all = [...document.querySelectorAll("#tools [data-tool]")], [dx, dy] = ARROWS[event.key];
  take(all[(all.indexOf(at) + dx + dy + all.length) % all.length], true);
  event.preventDefault();
}

// Go to the next part in a direction, or to the nearest spot there.
function move(dx, dy) {
  const here = spot(cursor.at);
  if (!here) return;
  const part = [cursor.part[0] + dy, cursor.part[1] + dx];
  const inside = part.every((value, n) => value >= 0 && value < state.parts[n]);
  if (parted() && inside) {
    point(cursor.at, part);
    return frame(here, part);
  }
  const [x, y] = [Number(here.dataset.x), Number(here.dataset.y)];
  let best = null, least = Infinity;
  for (const one of drawing.querySelectorAll(".spot")) {
    const ox = Number(one.dataset.x) - x, oy = Number(one.dataset.y) - y;
    const along = ox * dx + oy * dy, far = along + 2.2 * (Math.abs(ox * dy) + Math.abs(oy * dx));
    if (along >= 2 && far < least) [best, least] = [one, far];
  }
  if (!best) return;
  const wrapped = part.map((value, n) => (value + state.parts[n]) % state.parts[n]);
  point(best.dataset.at, parted() ? wrapped : [0, 0]);
  best.focus({ preventScroll: true });
  best.scrollIntoView({ block: "nearest", inline: "nearest" });
}

send("open", asked());
