// The link of a table: shows who comes, sends a name, and leads on to the seat.
"use strict";

const here = channel.path;
const message = document.getElementById("message");
const form = document.getElementById("sit");

function say(text) {
  message.textContent = text || "";
}

function put(id, html) {
  const region = document.getElementById(id);
  if (region.innerHTML !== html) region.innerHTML = html;
}

function listen() {
  const source = channel.listen(`${here}/live`);
  source.onmessage = (event) => {
    const found = JSON.parse(event.data);
    if (message.textContent === message.dataset.lost) say("");
    if (found.go) return location.replace(found.go);
    if (!("seats" in found)) return location.reload(); // the link was closed, or the match has begun
    put("seats", found.seats);
    put("ways", found.ways);
    if (form) form.hidden = !found.open;
  };
  source.onerror = () => {
    say(message.dataset.lost);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

async function sit(name) {
  try {
    const answer = await channel.ask(`${here}/do`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ name }),
    });
    const found = await answer.json();
    say(found.error);
    if (found.go) location.replace(found.go);
  } catch {
    say(message.dataset.lost);
  }
}

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (name) sit(name);
});

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  sit(form.elements.name.value);
});

listen();
