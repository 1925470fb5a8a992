// Your turn: a dot on the sign of the window, and on a phone a short buzz; a sound and a message of the browser for those
// who have switched them on, which is remembered.
"use strict";

const signals = (() => {
  const PULSE = 600, LATELY = 3000; // milliseconds; whoever has just played hears nothing
  const sign = document.querySelector("link[rel=icon]");
  const menu = document.getElementById("signals");
  let acted = null, since = 0, sounds = null;

  const wanted = (name) => localStorage.getItem("signal " + name) === "on";

  function icon(dot) {
    const mark = dot ? '<circle cx="24" cy="8" r="7.5" fill="#b0127c" stroke="#fff" stroke-width="1.5"/>' : "";
    const drawn = '<path d="M3 3h26v26H3z" fill="#bfdd9f" stroke="#2b2118" stroke-width="2"/><path d="M16 4v24" stroke="#3f8fd0" stroke-width="6"/>'
      + '<path d="M4 16h24" stroke="#d9b169" stroke-width="5"/>';
    return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}${mark}</svg>`)}`;
  }

  // Two soft notes, made here.
  function sound() {
    sounds ??= new AudioContext();
    sounds.resume();
    [[523, 0], [784, 0.14]].forEach(([pitch, at]) => {
      const note = sounds.createOscillator(), loud = sounds.createGain(), start = sounds.currentTime + at;
      note.frequency.value = pitch;
      loud.gain.setValueAtTime(0, start);
      loud.gain.linearRampToValueAtTime(0.12, start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      note.connect(loud).connect(sounds.destination);
      note.start(start);
      note.stop(start + 0.5);
    });
  }

  function notice() {
    if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
    const made = new Notification(document.title, { body: document.querySelector("#head h1").textContent, tag: path });
    made.onclick = () => {
      window.focus();
      made.close();
    };
  }

  function turn() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden) {
      const glow = [{ boxShadow: "inset 0 0 0 0 var(--mark)" }, { boxShadow: "inset 0 -4px 0 0 var(--mark)" }, { boxShadow: "inset 0 0 0 0 var(--mark)" }];
      document.querySelector("header").animate(glow, { duration: PULSE, easing: "ease-in-out" }).id = "pulse";
    }
    if (performance.now() - since < LATELY && !document.hidden) return;
    if (matchMedia("(pointer: coarse)").matches && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
    if (wanted("sound")) sound();
    if (wanted("notice")) notice();
  }

  // After every message: `acts` says whether the person has to decide.
  function told(state) {
    const acts = state.acts && !state.trial && !state.lesson;
    if (acted !== acts) sign.href = icon(acts);
    if (acts && acted === false) turn();
    if (acted && !acts) since = performance.now();
    acted = acts;
  }

  for (const box of menu?.querySelectorAll("[data-signal]") ?? []) {
    box.checked = wanted(box.dataset.signal);
    box.addEventListener("change", async () => {
      const name = box.dataset.signal;
      if (name === "notice" && box.checked && "Notification" in window && Notification.permission !== "granted")
        box.checked = (await Notification.requestPermission()) === "granted";
      localStorage.setItem("signal " + name, box.checked ? "on" : "off");
      if (name === "sound" && box.checked) sound();
    });
  }
  document.addEventListener("click", (event) => menu && !event.target.closest("#signals") && (menu.open = false));

  return { told };
})();
