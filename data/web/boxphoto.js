// A photo of a printed piece, under its drawing or beside it. It stays in this browser: it is read from the disk into the
// browser's own store, shown from there, and no line of this file sends anything.
"use strict";

(() => {
  const image = document.getElementById("photo"), under = document.getElementById("under");
  const area = document.getElementById("stage"), panel = document.getElementById("photos");
  const input = (name) => document.getElementById(name);
  const moving = document.getElementById("move");
  const PLAIN = { x: 0, y: 0, scale: 1, turn: 0, opacity: 55, view: "over" };
  let lies = { ...PLAIN }; // where its upper left corner lies in the drawing, pixels of the drawing per pixel, degrees
  let shown = ""; // the file whose photo is shown
  let source = "";

  // -- the browser's store ----------------------------------------------------------------------------------------------

  const store = new Promise((done) => {
    try {
      const asked = indexedDB.open("tilewright box", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("photos");
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    } catch {
      done(null);
    }
  });

  async function stored(mode, what) {
    const base = await store;
    if (!base) return undefined;
    return new Promise((done) => {
      const asked = what(base.transaction("photos", mode).objectStore("photos"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(undefined);
    });
  }

  const file = () => `${state.game} ${state.name}`;
  const place = () => `tilewright box ${file()} ${JSON.stringify(state.path)}`;

  const viewed = () => `tilewright box ${file()} view`; // of all records of a file the photo is shown in the same way

  function keep() {
    try {
      localStorage.setItem(place(), JSON.stringify(lies));
      localStorage.setItem(viewed(), lies.view);
    } catch { /* a browser that keeps nothing */ }
  }

  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(place()));
      const view = localStorage.getItem(viewed()) ?? lies.view;
      return found && Object.keys(PLAIN).every((key) => typeof found[key] === typeof PLAIN[key]) ? { ...found, view } : null;
    } catch {
      return null;
    }
  }

  // -- which photo ------------------------------------------------------------------------------------------------------

  async function show(blob) {
    if (source) URL.revokeObjectURL(source);
    source = blob ? URL.createObjectURL(blob) : "";
    panel.classList.toggle("has", Boolean(blob));
    area.classList.toggle("has", Boolean(blob));
    if (!blob) {
      image.removeAttribute("src");
      hold(false);
      return lay();
    }
    image.src = source;
    try {
      await image.decode();
    } catch {
      say(panel.dataset.failed, true);
      return show(null);
    }
    lies = kept() ?? fitted();
    try {
      // A photo of many tiles tells more beside one of them than under it.
      const usual = document.querySelectorAll("#drawing .spot").length > 1 ? "over" : "beside";
      lies.view = localStorage.getItem(viewed()) ?? usual;
    } catch { /* a browser that keeps nothing */ }
    lay();
  }

  async function take(one) {
    if (!one) return;
    await show(one);
    if (!source) return;
    await stored("readwrite", (photos) => photos.put(one, file()));
    keep();
  }

  changed.add(async (other) => {
    if (shown !== file()) {
      shown = file();
      const mine = shown, found = await stored("readonly", (photos) => photos.get(mine));
      if (mine === shown) await show(found instanceof Blob ? found : null);
    } else if (other && source) lies = kept() ?? nearby();
    lay();
  });

  // Another record of the same photo begins where the last one lay, which is the same size and turned as much.
  function nearby() {
    return { ...lies };
  }

  input("file").addEventListener("change", (event) => {
    take(event.target.files[0]);
    event.target.value = "";
  });
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (state.drawn) take([...event.dataTransfer.files].find((one) => one.type.startsWith("image/")));
  });
  document.getElementById("drop").addEventListener("click", () => {
    stored("readwrite", (photos) => photos.delete(file()));
    show(null);
  });

  // -- where it lies ----------------------------------------------------------------------------------------------------

  function svg() {
    return document.querySelector("#drawing svg.board-svg");
  }

  // Pixels of the screen for one of the drawing.
  function zoom() {
    const one = svg();
    return one ? one.getBoundingClientRect().width / one.viewBox.baseVal.width || 1 : 1;
  }

  // The size at which all of the photo is seen, which is 100 %.
  function whole() {
    const one = svg()?.viewBox.baseVal ?? { width: 300, height: 300 };
    return Math.min(one.width / image.naturalWidth, one.height / image.naturalHeight) || 1;
  }

  function fitted() {
    const one = svg()?.viewBox.baseVal ?? { width: 300, height: 300 }, scale = whole();
    const x = (one.width - scale * image.naturalWidth) / 2, y = (one.height - scale * image.naturalHeight) / 2;
    return { ...PLAIN, ...(source ? { opacity: lies.opacity, view: lies.view } : {}), x, y, scale };
  }

  function lay() {
    const has = Boolean(source), k = zoom(), a = (lies.turn * Math.PI) / 180, s = lies.scale * k;
    image.style.transform = `matrix(${[s * Math.cos(a), s * Math.sin(a), -s * Math.sin(a), s * Math.cos(a), lies.x * k, lies.y * k].join(",")})`;
    area.dataset.view = has ? lies.view : "away";
    document.getElementById("drawing").style.opacity = has && lies.view === "over" ? String(lies.opacity / 100) : "";
    const one = svg()?.getBoundingClientRect();
    under.style.width = lies.view === "beside" && one ? `${one.width}px` : "";
    under.style.height = lies.view === "beside" && one ? `${one.height}px` : "";
    input("opacity").value = lies.opacity;
    const share = lies.scale / (has ? whole() : 1);
    input("scale").value = 100 * Math.log2(share);
    if (document.activeElement !== input("percent")) input("percent").value = Math.round(share * 1000) / 10;
    pin();
    input("turn").value = lies.turn;
    if (document.activeElement !== input("degrees")) input("degrees").value = Math.round(lies.turn * 10) / 10;
    for (const button of panel.querySelectorAll("[data-view]"))
      button.setAttribute("aria-checked", String(button.dataset.view === lies.view));
    if (lies.view === "away") hold(false);
    if (lies.view !== "over") match(false);
  }

  // Turn and stretch it around a point of the drawing, which stays where it is.
  function change(turn, scale, x, y) {
    const most = Math.max(2 ** -9, Math.min(2 ** 6, scale)), by = most / lies.scale;
    const a = ((turn - lies.turn) * Math.PI) / 180, dx = lies.x - x, dy = lies.y - y;
    const cos = by * Math.cos(a), sin = by * Math.sin(a);
    lies = { ...lies, turn: ((turn + 540) % 360) - 180, scale: most, x: x + cos * dx - sin * dy, y: y + sin * dx + cos * dy };
    lay();
    keep();
  }

  function shift(dx, dy) {
    lies = { ...lies, x: lies.x + dx, y: lies.y + dy };
    lay();
    keep();
  }

  function centre() {
    const one = svg()?.viewBox.baseVal ?? { width: 0, height: 0 };
    return [one.width / 2, one.height / 2];
  }

  // The place in the drawing's coordinates at which something happened.
  function where(event) {
    const from = (lies.view === "beside" ? under : svg()).getBoundingClientRect(), k = zoom();
    return [(event.clientX - from.left) / k, (event.clientY - from.top) / k];
  }

  input("opacity").addEventListener("input", (event) => {
    lies = { ...lies, opacity: Number(event.target.value) };
    lay();
    keep();
  });
  input("scale").addEventListener("input", (event) => change(lies.turn, whole() * 2 ** (Number(event.target.value) / 100), ...centre()));
  input("percent").addEventListener("input", (event) => {
    const share = Number(event.target.value) / 100;
    if (share > 0) change(lies.turn, whole() * share, ...centre());
  });
  for (const name of ["turn", "degrees"])
    input(name).addEventListener("input", (event) => {
      const degrees = Number(event.target.value);
      if (event.target.value !== "" && Math.abs(degrees) <= 180) change(degrees, lies.scale, ...centre());
    });
  document.getElementById("fit").addEventListener("click", () => {
    lies = fitted();
    lay();
    keep();
  });
  for (const button of panel.querySelectorAll("[data-view]"))
    button.addEventListener("click", () => {
      lies = { ...lies, view: button.dataset.view };
      lay();
      keep();
    });

  // -- moving it --------------------------------------------------------------------------------------------------------

  const held = () => moving.getAttribute("aria-pressed") === "true";

  function hold(on) {
    moving.setAttribute("aria-pressed", String(on));
    area.classList.toggle("moving", on);
  }

  moving.addEventListener("click", () => {
    if (lies.view === "away") lies = { ...lies, view: "over" };
    hold(!held());
    match(false);
    lay();
    if (held()) area.focus({ preventScroll: true });
  });

  // -- two points of the photo, and where they belong on the drawing ------------------------------------------------------

  const matching = document.getElementById("match"), points = [];

  function match(on) {
    points.length = 0;
    matching.setAttribute("aria-pressed", String(on));
    area.classList.toggle("matching", on);
    ask();
    if (on) hold(false);
  }

  const asks = () => matching.getAttribute("aria-pressed") === "true";

  function ask() {
    area.classList.toggle("second", asks() && points.length > 1);
    if (asks()) say(panel.dataset[`point${points.length + 1}`]);
    pin();
  }

  // Shows what has been clicked.
  function pin() {
    for (const old of area.querySelectorAll(".pin")) old.remove();
    const k = zoom();
    points.forEach(([x, y], n) => {
      const one = document.createElement("span");
      one.className = `pin${n > 1 ? " there" : ""}`;
      one.textContent = String((n % 2) + 1);
      one.style.left = `${x * k}px`;
      one.style.top = `${y * k}px`;
      document.getElementById("sheet").append(one);
    });
  }

  // A place on the drawing: a corner or the middle of a spot, if one is near.
  function snapped([x, y]) {
    const from = svg().getBoundingClientRect(), k = zoom();
    const all = document.querySelectorAll("#drawing .spot"), alone = all.length === 1;
    let best = [x, y], least = 14 / k;
    for (const one of all) {
      const here = (one.querySelector("g > polygon, g > path") ?? one.querySelector(".ring")).getBoundingClientRect();
      const [left, top, wide, high] = [(here.left - from.left) / k, (here.top - from.top) / k, here.width / k, here.height / k];
      const shares = alone ? [[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]] : [[0.5, 0.5]];
      for (const [across, down] of shares) {
        const at = [left + wide * across, top + high * down], far = Math.hypot(at[0] - x, at[1] - y);
        if (far < least) [best, least] = [at, far];
      }
    }
    return best;
  }

  function chosen(event) {
    const at = where(event);
    points.push(points.length > 1 ? snapped(at) : at);
    const near = points.length % 2 === 0 && Math.hypot(...[0, 1].map((n) => points.at(-1)[n] - points.at(-2)[n])) * zoom() < 8;
    if (near) points.pop(); // two points that are one say nothing of size and turn
    if (points.length < 4) return ask();
    const [from, to, there, then] = points;
    const [old, next] = [[from, to], [there, then]].map(([a, b]) => [b[0] - a[0], b[1] - a[1]]);
    const by = Math.hypot(...next) / Math.hypot(...old);
    const turn = (Math.atan2(next[1], next[0]) - Math.atan2(old[1], old[0])) * (180 / Math.PI);
    match(false);
    change(lies.turn + turn, lies.scale * by, ...from);
    shift(there[0] - from[0], there[1] - from[1]);
    say(panel.dataset.matched);
  }

  matching.addEventListener("click", () => {
    if (lies.view !== "over") lies = { ...lies, view: "over" };
    const on = !asks();
    if (on) lay();
    match(on);
    if (!on) say("");
  });

  const fingers = new Map();

  // Fingers and mouse move the photo, not the drawing, and paint nothing.
  const ours = (event) => source && (held() || asks() || (lies.view === "beside" && event.target.closest("#under")));

  area.addEventListener("pointerdown", (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (asks()) return;
    fingers.set(event.pointerId, where(event));
    area.setPointerCapture(event.pointerId);
  }, true);
  area.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    event.stopPropagation();
    const now = where(event), other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (!other) return shift(now[0] - before[0], now[1] - before[1]);
    const [old, next] = [before, now].map((at) => [at[0] - other[0], at[1] - other[1]]);
    const angle = (Math.atan2(next[1], next[0]) - Math.atan2(old[1], old[0])) * (180 / Math.PI);
    change(lies.turn + angle, lies.scale * (Math.hypot(...next) / Math.max(1, Math.hypot(...old))), ...other);
  }, true);
  for (const name of ["pointerup", "pointercancel"]) area.addEventListener(name, (event) => fingers.delete(event.pointerId), true);
  area.addEventListener("click", (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (asks()) chosen(event);
  }, true);
  area.addEventListener("wheel", (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    change(lies.turn, lies.scale * 2 ** (-event.deltaY / 800), ...where(event));
  }, { passive: false });

  document.addEventListener("keydown", (event) => {
    if (asks() && event.key === "Escape") {
      match(false);
      say("");
    }
    if (!held() || event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1, step = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
    if (step) shift(...step);
    else if (event.key === "+" || event.key === "-") change(lies.turn, lies.scale * 1.01 ** (event.key === "+" ? far : -far), ...centre());
    else if (event.key === "Escape") hold(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  new ResizeObserver(lay).observe(document.getElementById("drawing"));
})();
