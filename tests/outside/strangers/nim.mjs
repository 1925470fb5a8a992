// Nim in another language, after docs/protocol.md: no counting, no hashes.
import { createInterface } from "node:readline";

let heap, seats, mover, scores;

function begin(message) {
  heap = message.options.heap;
  seats = message.seats.length;
  mover = 0;
  scores = Array(seats).fill(0);
  for (const [, action] of message.moves) play(action);
}

function play(action) {
  heap -= Number(action.split(" ")[1]);
  if (heap === 0) scores[mover] += 1;
  mover = (mover + 1) % seats;
}

function position() {
  const over = heap === 0;
  const legal = [1, 2, 3].filter((n) => n <= heap).map((n) => `take ${n}`);
  const places = [...new Set(scores)].sort((a, b) => b - a);
  const all = [...scores.keys()];
  return {
    type: "position",
    to_act: over ? [] : [mover],
    legal: over ? {} : { [mover]: legal },
    scores,
    over,
    ranking: over ? places.map((points) => all.filter((seat) => scores[seat] === points)) : [],
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let answer;
  if (message.type === "quit") break;
  else if (message.type === "hello")
    answer = { type: "hello", protocol: 1, name: "nim in node", roles: ["rules"], games: ["nim"] };
  else if (message.type === "new" || message.type === "play") {
    if (message.type === "new") begin(message);
    else play(message.action);
    answer = position();
  } else answer = { type: "error", message: `I do not know ${message.type}` };
  console.log(JSON.stringify({ ...answer, id: message.id }));
}
