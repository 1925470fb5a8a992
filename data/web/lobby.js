// The lobby: sends what is clicked, puts the parts of the page that come back in their places.
"use strict";

const here = channel.path;
const message = document.getElementById("message");
const late = new Map(); // what came while somebody was at a button or an address in its place
let view = {}, source = null;

function place(answer, waits = false) {
  for (const [name, html] of Object.entries(answer.regions || {})) {
    const region = document.getElementById(name);
    if (!region) continue;
    if (waits && region.contains(document.activeElement)) late.set(name, html);
    else {
      late.delete(name);
      const unfolded = [...region.querySelectorAll("details[id][open]")].map((one) => one.id);
      region.innerHTML = html;
      for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    }
  }
  outside();
}

// What has happened is told by the server; the page never asks for it.
function listen(since = "") {
  source?.close();
  source = channel.listen(`${here}/live?${new URLSearchParams({ ...view, since })}`);
  source.onmessage = (event) => {
    if (message.textContent === message.dataset.lost) say("");
    place(JSON.parse(event.data), true);
  };
  source.onerror = () => {
    say(message.dataset.lost);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

function look(changed) {
  view = { ...view, ...changed };
  say("");
  if (view.find) document.getElementById("past").open = true;
  listen();
}

function say(text) {
  message.textContent = text || "";
}

// A page behind a proxy knows better than the server how this site is called.
function outside() {
  for (const field of document.querySelectorAll("input[data-path]")) {
    field.value = channel.outward(field.dataset.path);
  }
}

async function ask(content, put = place) {
  try {
    const answer = await channel.ask(here + "/do", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
    });
    const found = await answer.json();
    say(found.error || found.message);
    if (found.at) setTimeout(() => document.getElementById(found.at)?.scrollIntoView({ block: "center" }));
    if (found.go) {
      sessionStorage.setItem("from " + found.go, here);
      return channel.go(found.go);
    }
    put(found);
    return answer.ok;
  } catch {
    say(message.dataset.lost);
    return false;
  }
}

function copied(button) {
  const field = button.parentElement.querySelector("input");
  field.select();
  const done = () => say(button.dataset.copy + ": " + field.value);
  // Only pages from this machine or over TLS may use the clipboard themselves.
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
  else if (document.execCommand("copy")) done();
}

// A record, as text to be pasted.
async function copyText(address) {
  const text = await (await channel.ask(address)).text();
  const done = () => say(message.dataset.copied);
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(done, (error) => say(String(error)));
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  if (document.execCommand("copy")) done();
  field.remove();
}

// What the form holds, as a plan.
function plan(form) {
  const every = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const one = (name) => every(name)[0]?.value;
  const levels = every("level").map((field) => (field.value === "open" ? "" : field.value));
  const players = every("name").map((field, n) => ({ name: field.value.trim(), level: levels[n] }));
  const count = Number(one("count") || players.length);
  const options = {};
  for (const field of every("option")) {
    if (field.value !== field.dataset.usual) options[field.dataset.option] = field.value;
  }
  const found = {
    game: one("game"),
    modules: every("module").filter((box) => box.checked).map((box) => box.value),
    edition: one("edition") || null,
    help: one("help") || "full",
    options: options,
    players: players.slice(0, count),
  };
  // The server finds names for those that have none.
  while (found.players.length < count) found.players.push({ name: "", level: "" });
  return found;
}

// The seats for whoever comes.
function free(form) {
  const levels = [...form.querySelectorAll('[name="level"]')].map((field) => field.value);
  return levels.flatMap((level, n) => (level === "open" ? [n] : []));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.type === "submit") return;
  if (button.dataset.copy) copied(button);
  else if (button.dataset.text) copyText(button.dataset.text);
  else if (button.dataset.learn) {
    const form = button.closest("form");
    const asked = form ? plan(form) : { game: button.dataset.learn, players: [] };
    ask({ do: "learn", plan: asked, lang: form ? form.elements.lang.value : button.dataset.lang });
  } else if (button.dataset.page) {
    button.blur();
    look({ [button.dataset.page]: Number(button.dataset.n) });
  } else if (button.dataset.do && (!button.dataset.ask || confirm(button.dataset.ask))) {
    const { ask: _, ...content } = button.dataset;
    button.blur();
    if (content.do !== "continue") content.view = view;
    ask(content);
  }
});

document.addEventListener("focusout", () => setTimeout(() => late.size && place({ regions: Object.fromEntries(late) })));

let typing = 0;

document.addEventListener("input", (event) => {
  if (event.target.name !== "find") return;
  clearTimeout(typing);
  typing = setTimeout(() => look({ find: event.target.value.trim(), going: 0, over: 0 }), 250);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-path]")) event.target.select();
});

let redraws = 0;

document.addEventListener("change", async (event) => {
  if (!("record" in event.target.dataset) || !event.target.files[0]) return;
  const answer = await channel.ask(here + "/record", { method: "POST", body: await event.target.files[0].text() });
  const found = await answer.json();
  event.target.value = "";
  if (found.go) channel.go(found.go);
  else say(found.error);
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (!form || !("redraw" in event.target.dataset)) return;
  const sent = plan(form), number = ++redraws;
  ask({ do: "form", plan: sent, lang: form.elements.lang.value, open: free(form) }, (answer) => {
    if (number !== redraws) return; // the answer to a later change is on its way, or was quicker
    // What was typed while the answer was on its way stays, and so does the place of the cursor.
    const now = plan(form).players;
    const at = document.activeElement;
    const fields = (name) => [...document.querySelectorAll(`#new [name="${name}"]`)];
    const cursor = at && at.name ? [at.name, fields(at.name).indexOf(at), at.selectionStart, at.selectionEnd] : null;
    place(answer);
    now.forEach((player, n) => {
      const before = sent.players[n] || {};
      if (player.name !== before.name && fields("name")[n]) fields("name")[n].value = player.name;
      if (player.level !== before.level && fields("level")[n]) fields("level")[n].value = player.level;
    });
    if (!cursor) return;
    const [name, n, from, to] = cursor, field = fields(name)[n];
    field?.focus();
    if (field && typeof from === "number") field.setSelectionRange(from, to);
  });
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.id === "find") return;
  ask({ do: "begin", plan: plan(form), lang: form.elements.lang.value, open: free(form) });
});

outside();
listen(message.dataset.since);
