// Steps through a match: puts the pieces of each position together, and answers keys, buttons, the log and the chart.
"use strict";
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? ""; // as theme.js remembers it
} catch { /* a file has no storage */ }
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("positions").textContent);
  const views = [];
  for (const view of data.views) {
    if (!(view[0] < 0)) { views.push(view); continue; }
    const made = views[-1 - view[0]].slice();
    for (let n = 1; n < view.length; n += 2) made[view[n]] = view[n + 1];
    views.push(made);
  }
  const words = data.words;
  const last = data.numbers.length - 1;
  const log = $("log").querySelector("ol");
  const entries = [...log.querySelectorAll("li[data-at]")];
  const scores = [...$("scores").querySelectorAll("b")];
  const play = document.querySelector("[data-do=play]");
  const start = Number(document.body.dataset.at);
  const seen = { boards: data.boards[start], panels: data.panels[start], notes: data.notes[start] };
  let at = start;
  let digits = "";
  let timer = 0;
  let resting = 0;

  // -- the position ---------------------------------------------------------------------------------------------

  const markup = (view) => views[view].map((n) => data.texts[n]).join("");

  function element(text) {
    const made = document.createElement("template");
    made.innerHTML = text;
    return made.content.firstElementChild;
  }

  // Puts in place what has changed: single spots if the board is the same otherwise.
  function fill(id, wanted) {
    const box = $(id), was = seen[id];
    while (box.children.length > wanted.length) box.lastElementChild.remove();
    wanted.forEach((view, n) => {
      const old = box.children[n];
      if (!old) box.append(element(markup(view)));
      else if (was[n] !== view && !patched(old, markup(was[n]), markup(view)))
        old.replaceWith(element(markup(view)));
    });
    seen[id] = wanted;
  }

  const SPOT = '<g class="spot';

  function patched(board, was, now) {
    const old = was.split(SPOT), made = now.split(SPOT), end = made.length - 1;
    if (old.length !== made.length || end < 2 || old[0] !== made[0] || old[end] !== made[end]) return false;
    const spots = board.querySelectorAll(".spot");
    for (let n = 1; n < end; n += 1) {
      if (old[n] === made[n]) continue;
      spots[n - 1].replaceWith(element(`<svg>${SPOT}${made[n]}</svg>`).firstElementChild);
    }
    return true;
  }

  function mark(changed) {
    for (const spot of document.querySelectorAll("#boards .changed")) spot.classList.remove("changed");
    const spots = changed
      .map(([board, place]) => document.querySelector(`#boards .spot[data-board="${board}"][data-at="${place}"]`))
      .filter((spot) => spot);
    for (const spot of spots) spot.classList.add("changed");
    return spots;
  }

  // Scrolls as little as it takes to see the spot between the bars above and below.
  function follow(spot) {
    const box = spot.getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect(), nav = $("steps").getBoundingClientRect();
    const top = Math.max(0, bar.bottom < innerHeight / 2 ? bar.bottom : 0) + 8;
    const low = (nav.top > innerHeight / 2 ? nav.top : innerHeight) - 8;
    if (box.top < top || box.bottom > low) scrollBy(0, (box.top + box.bottom - top - low) / 2);
  }

  function show(n, moved) {
    at = n;
    document.body.dataset.at = n;
    fill("boards", data.boards[n]);
    fill("panels", data.panels[n]);
    if (seen.notes !== data.notes[n]) $("notes").innerHTML = markup(data.notes[n]);
    seen.notes = data.notes[n];
    $("where").textContent = data.texts[data.head[n]];
    $("said").textContent = data.texts[data.said[n]] || words.beginning;
    $("follows").textContent = data.texts[data.follows[n]];
    scores.forEach((score, seat) => { score.textContent = data.scores[n][seat]; });
    const spots = mark(data.changed[n]);
    if (moved && spots.length) follow(spots[0]);
    let current = null;
    for (const entry of entries) {
      entry.classList.toggle("later", Number(entry.dataset.known) > n);
      const here = Number(entry.dataset.at) === n;
      if (here) entry.setAttribute("aria-current", "step"); else entry.removeAttribute("aria-current");
      if (here) current = entry;
    }
    if (current) {
      const box = log.getBoundingClientRect(), line = current.getBoundingClientRect();
      if (line.top < box.top || line.bottom > box.bottom)
        log.scrollTop += line.top - box.top - (box.height - line.height) / 2;
    } else if (n === 0) log.scrollTop = 0;
    cursor();
    for (const button of document.querySelectorAll("[data-do]")) {
      const back = ["first", "round_back", "turn_back", "back"].includes(button.dataset.do);
      button.setAttribute("aria-disabled", n === (back ? 0 : last) ? "true" : "false");
    }
  }

  // -- the address ----------------------------------------------------------------------------------------------

  const named = (n) => `#${data.numbers[n]}`;

  // The position of a decision's number, or the last one before it.
  function place(number) {
    let n = 0;
    while (n < last && data.numbers[n + 1] <= number) n += 1;
    return n;
  }

  function addressed() {
    return /^#\d{1,9}$/.test(location.hash) ? place(Number(location.hash.slice(1))) : null;
  }

  // A jump is a place to come back to; single steps change the address when one rests.
  function go(n, jump = false) {
    if (n === undefined || n < 0 || n > last || n === at) return;
    clearTimeout(resting);
    if (jump && location.hash !== named(n)) history.pushState(null, "", named(n));
    else resting = setTimeout(() => history.replaceState(null, "", named(at)), 300);
    show(n, true);
  }

  addEventListener("popstate", () => {
    const n = addressed();
    if (n !== null && n !== at) { clearTimeout(resting); stop(); show(n, true); }
  });

  // -- steps ----------------------------------------------------------------------------------------------------

  const after = (stops) => stops.find((n) => n > at);
  const before = (stops) => stops.filter((n) => n < at).pop();
  const steps = {
    first: () => go(0, true),
    last: () => go(last, true),
    back: () => go(at - 1),
    next: () => go(at + 1),
    turn_back: () => go(before(data.turns)),
    turn: () => go(after(data.turns)),
    round_back: () => go(before(data.rounds), true),
    round: () => go(after(data.rounds), true),
  };

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }

  function run() {
    timer = setTimeout(() => {
      go(at + 1);
      if (at < last) run(); else stop();
    }, Number($("pace").value));
  }

  function toggle() {
    if (timer) { stop(); return; }
    if (at === last) go(0, true);
    play.setAttribute("aria-pressed", "true");
    run();
  }

  function act(name) {
    if (name === "play") { toggle(); return; }
    stop();
    steps[name]();
  }

  // -- keys -----------------------------------------------------------------------------------------------------

  const keys = {
    ArrowLeft: "back", ArrowRight: "next", ArrowUp: "turn_back", ArrowDown: "turn",
    PageUp: "round_back", PageDown: "round", Home: "first", End: "last", " ": "play",
  };

  function typing(text) {
    digits = text;
    $("typed").textContent = text ? words.typed.replace("{n}", text) : "";
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target.closest ? event.target : document.body;
    if (on.closest("select, input, textarea")) return;
    if ((event.key === " " || event.key === "Enter") && on.closest("button, a, summary") && !digits) return;
    if (/^\d$/.test(event.key)) typing((digits + event.key).slice(-9));
    else if (digits && event.key === "Backspace") typing(digits.slice(0, -1));
    else if (digits && event.key === "Enter") { stop(); go(place(Number(digits)), true); typing(""); }
    else if (event.key === "Escape") { typing(""); stop(); }
    else if (keys[event.key]) {
      typing("");
      const turn = event.shiftKey && { ArrowLeft: "turn_back", ArrowRight: "turn" }[event.key];
      act(turn || keys[event.key]);
    } else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) { act(button.dataset.do); return; }
    const page = event.target.closest("[data-learn]");
    if (page) {
      event.preventDefault();
      learn(Number(page.dataset.learn));
      return;
    }
    const link = event.target.closest("#log a, #notable a");
    if (link) {
      event.preventDefault();
      stop();
      go(place(Number(link.getAttribute("href").slice(1))), true);
    }
    const other = event.target.closest("#eyes a");
    if (other) other.href = other.getAttribute("href").split("#")[0] + named(at);
  });

  // -- the chart ------------------------------------------------------------------------------------------------

  const chart = document.querySelector("#rounds svg");
  const bar = chart && document.createElementNS("http://www.w3.org/2000/svg", "line");
  const ends = [];
  data.round.forEach((round, n) => {
    if (n === 0) return;
    if (ends.length && ends[ends.length - 1].round === round) ends[ends.length - 1].at = n;
    else ends.push({ round, at: n });
  });
  const across = (n) => {
    const { first, last: end } = chart.dataset;
    return Number(first) + (Number(end) - Number(first)) * n / Math.max(1, ends.length - 1);
  };

  // Between the ends of two rounds the cursor stands where the decision is among those of the round.
  function cursor() {
    if (!chart) return;
    const n = Math.max(0, ends.findIndex((end) => end.at >= at));
    const from = n ? ends[n - 1].at : 0;
    const x = across(Math.max(0, n - 1 + (at - from) / (ends[n].at - from)));
    bar.setAttribute("x1", x);
    bar.setAttribute("x2", x);
  }

  if (chart) {
    bar.setAttribute("class", "cursor");
    bar.setAttribute("y1", chart.dataset.top);
    bar.setAttribute("y2", chart.dataset.low);
    chart.append(bar);
    chart.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
      const n = ends.map((_, k) => Math.abs(across(k) - point.x));
      stop();
      go(ends[n.indexOf(Math.min(...n))].at, true);
    });
  }

  // -- the notable moves ----------------------------------------------------------------------------------------

  function note(numbers) {
    for (const entry of entries)
      entry.classList.toggle("notable", numbers.includes(data.numbers[Number(entry.dataset.at)]));
  }

  // A page of the lesson about one of them.
  async function learn(n) {
    const answer = await channel.ask(`${channel.path.replace(/\/replay$/, "")}/do`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ page: "replay", do: "offer", key: "yes", n }),
    }).catch(() => null);
    if (!answer?.ok) return;
    const { go } = (await answer.json()).page;
    sessionStorage.setItem("from " + go, channel.here + location.hash);
    channel.go(go);
  }

  // The server looks for them; a page asks until it has them.
  async function ask(button) {
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    said.textContent = words.looking.replace("{n}", "0");
    button.replaceWith(said);
    let tries = 3;
    while (tries) {
      try {
        const answer = await channel.ask($("notable").dataset.from, { cache: "no-store" });
        if (!answer.ok) throw new Error(answer.status);
        const found = await answer.json();
        if (found.html !== undefined) {
          said.outerHTML = found.html;
          note(found.numbers);
          return;
        }
        said.textContent = words.looking.replace("{n}", Math.round(100 * found.share));
        tries = 3;
      } catch (error) {
        tries -= 1;
      }
      await new Promise((done) => setTimeout(done, 700));
    }
    said.textContent = words.lost;
    said.after(button);
  }

  // -- the beginning --------------------------------------------------------------------------------------------

  note(data.notable);
  $("steps").hidden = $("keys").hidden = false;
  if ($("ask")) {
    $("ask").hidden = false;
    $("ask").addEventListener("click", (event) => ask(event.target));
  }
  document.body.classList.add("steps");
  const wanted = addressed();
  show(wanted === null ? start : wanted, wanted !== null);
})();
