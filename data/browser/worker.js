// Python with the table in it, in a thread of its own: however long a bot thinks, the page stays quick.
import { loadPyodide } from "./runtime/pyodide.mjs";

const KEEP = 1500; // milliseconds after which what was played is kept, at the latest
let bridge = null, files = null, keeping = false, again = false, timer = 0;

// What was played lies in memory, and is copied to where the browser keeps it.
function keep() {
  timer = 0;
  if (keeping) return (again = true);
  keeping = true;
  files.syncfs(false, (error) => {
    keeping = false;
    if (error) postMessage({ kind: "unkept", value: String(error) });
    if (again) {
      again = false;
      keep();
    }
  });
}

function soon() {
  timer ||= setTimeout(keep, 30);
}

function sent(number, kind, value) {
  const plain = value?.toJs ? value.toJs() : value;
  value?.destroy?.();
  postMessage({ number, kind, value: plain });
  if (kind === "end") soon();
}

async function begin({ plan, home, languages }) {
  try {
    const archive = fetch("packages.zip").then((answer) => {
      if (!answer.ok) throw new Error("packages.zip: " + answer.status);
      return answer.arrayBuffer();
    });
    const python = await loadPyodide({ indexURL: new URL("runtime/", import.meta.url).href });
    postMessage({ kind: "step", value: 2 });
    const packages = python.runPython("import sys, site; sys.dont_write_bytecode = True; site.getsitepackages()[0]");
    python.unpackArchive(await archive, "zip", { extractDir: packages });
    files = python.FS;
    files.mkdirTree(home);
    files.mount(files.filesystems.IDBFS, {}, home);
    await new Promise((done, failed) => files.syncfs(true, (error) => (error ? failed(error) : done())));
    python.runPython(`import os; os.environ["HOME"] = ${JSON.stringify(home)}`);
    const start = python.pyimport("tilewright.core.browser.start");
    bridge = start.begin(plan, home, languages[0].slice(0, 2), sent);
    postMessage({ kind: "begun", value: bridge.home });
    setInterval(keep, KEEP);
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    console.error(error);
    postMessage({ kind: "broken", value: lines.findLast((line) => /^[\w.]+: /.test(line)) ?? lines.at(-1) });
  }
}

addEventListener("message", ({ data }) => {
  if (data.kind === "begin") return begin(data);
  if (data.kind === "keep") return keep();
  if (data.kind === "leave") return bridge.leave(data.number);
  const { number, method, at, headers, body } = data;
  bridge.ask(number, method, at, headers, body);
});
