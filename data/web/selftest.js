// The lobby tests how its server is reached: two events that must not come together, and a request as a page makes it.
"use strict";

const tests = document.getElementById("selftest");

async function told() {
  const answer = await channel.ask(channel.path + "/selftest");
  const found = answer.ok ? await answer.json() : {};
  if (found.html !== undefined && tests.innerHTML !== found.html) tests.innerHTML = found.html;
  return found.at;
}

// Seconds between the two events, 0 if they do not come at all.
function apart(at) {
  return new Promise((then) => {
    const source = new EventSource(at + "/live"), came = [];
    const done = () => {
      source.close();
      then(came.length < 2 ? 0 : (came[1] - came[0]) / 1000);
    };
    source.onmessage = () => came.push(performance.now()) === 2 && done();
    source.onerror = done;
    setTimeout(done, 8000);
  });
}

async function tested() {
  const at = await told();
  if (!at) return;
  await channel.ask(at, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": "192.0.2.1" },
    body: JSON.stringify({ outside: location.origin, apart: await apart(at) }),
  });
  await told();
}

tested().catch(() => {}); // the lobby itself says when the server is away
setInterval(() => document.hidden || told().catch(() => {}), 30000);
