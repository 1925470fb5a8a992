#!/usr/bin/env node
// The bot of quick.py for node: it likes the longest text, and takes chance from the random number of the message.
//
//     tilewright simulate rebirth -n 20 --seed 1 --bots "exec:node quick.js:luck=20,greedy"
//
// docs/protocol.md describes every message.

"use strict";

const readline = require("node:readline");

const OPTIONS = [
  { name: "luck", type: "int", min: 0, max: 100, default: 50, doc: "percent of choices by chance" },
];
const values = Object.fromEntries(OPTIONS.map((option) => [option.name, option.default]));

/** Random numbers from 0 to 1 that follow from the message's 64 bits; they come as text, since they are too large. */
function luckOf(text) {
  let state = Number(BigInt(text) % 4294967296n);
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function choose(view, legal, luck) {
  if (luck() * 100 < values.luck) return legal[Math.floor(luck() * legal.length)];
  return legal.reduce((best, action) => (action.length > best.length ? action : best));
}

const answers = {
  hello: () => ({ type: "hello", protocol: 1, name: "quick.js", author: "you", options: OPTIONS }),
  options: (message) => (Object.assign(values, message.values), { type: "ready" }),
  game: () => ({ type: "ready" }),
  choose: (m) => ({ type: "action", action: choose(m.view, m.legal, luckOf(m.random)) }),
};

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit(0);
  const answer = Object.hasOwn(answers, message.type) && "id" in message ? answers[message.type](message) : null;
  if (answer !== null) process.stdout.write(JSON.stringify({ id: message.id, ...answer }) + "\n");
});
