// The page around the table: it starts Python, shows the table's pages in its frame, and is their channel to it.
const site = await (await fetch("site.json")).json();
const lang = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in site.words) ?? "en";
const words = site.words[lang];
const loading = document.getElementById("loading"), frame = document.getElementById("frame");
const asked = new Map(); // number -> what becomes of its answer
const AT = "at " + location.pathname;
let numbers = 0, home = "/", worker = null;

document.getElementById("unserved").remove();
loading.querySelector("progress").hidden = false;
document.documentElement.lang = lang;
frame.title = site.title;

function say(text) {
  loading.hidden = false;
  frame.hidden = true;
  loading.querySelector("[role=status]").textContent = text;
}

function stop(text) {
  loading.querySelector("progress").hidden = true;
  say(text);
}

// -- the answers of Python --------------------------------------------------------------------------------------------

const told = {
  step: () => {
    loading.querySelector("progress").value = 2;
    say(words.rules);
  },
  begun: (lobby) => {
    home = lobby;
    channel.go(sessionStorage.getItem(AT) ?? home);
    // Only now, since it loads all files once more.
    navigator.serviceWorker?.register("offline.js").catch((error) => console.info(String(error)));
  },
  broken: (why) => stop(words.failed.replace("{why}", why)),
  unkept: (why) => console.error(why),
};

function hear({ data }) {
  const one = asked.get(data.number);
  if (data.number === undefined) told[data.kind](data.value);
  else if (one) {
    one[data.kind]?.(data.value);
    if (data.kind === "end" || data.kind === "failed") asked.delete(data.number);
  }
}

function send(at, options, one) {
  const number = ++numbers;
  asked.set(number, one);
  const headers = Object.entries({ "Accept-Language": navigator.languages.join(","), ...options.headers });
  worker.postMessage({ number, method: options.method ?? "GET", at, headers, body: options.body ?? "" });
  return number;
}

function leave(number) {
  if (asked.delete(number)) worker.postMessage({ kind: "leave", number });
}

// -- the channel of the pages in the frame ----------------------------------------------------------------------------

// An event stream as pages know them.
class Source {
  readyState = 1;
  events = new EventTarget();

  constructor(at) {
    this.number = send(at, {}, {
      body: (text) => this.take(text),
      end: () => this.fail(),
      failed: () => this.fail(),
    });
  }

  take(text) {
    const data = text.match(/^data: (.*)$/m), event = text.match(/^event: (.*)$/m);
    if (!data) return; // it only says that it is still there
    const message = new MessageEvent(event ? event[1] : "message", { data: data[1] });
    if (event) this.events.dispatchEvent(message);
    else this.onmessage?.(message);
  }

  fail() {
    this.readyState = 2;
    this.onerror?.();
  }

  addEventListener(name, listener) {
    this.events.addEventListener(name, listener);
  }

  close() {
    this.readyState = 2;
    leave(this.number);
  }
}

const channel = {
  words,
  open: new Set(), // what the page in the frame listens to

  get here() {
    return frame.contentWindow.at;
  },
  get path() {
    return this.here.replace(/[?#].*/, "").replace(/\/$/, "");
  },
  whole(address) {
    const found = new URL(address, "http://page" + (frame.contentWindow?.at ?? home));
    return found.pathname + found.search + found.hash;
  },
  ask(address, options = {}) {
    return new Promise((resolve, reject) => {
      let head = null, text = "";
      const number = send(this.whole(address).replace(/#.*/, ""), options, {
        head: (value) => {
          head = { status: value[0], headers: { "Content-Type": value[1] } };
          if (value[1].startsWith("text/event-stream")) resolve(new Response(null, head));
        },
        body: (more) => (text += more),
        end: () => resolve(new Response(text, head)),
        failed: (why) => reject(new Error(why)),
      });
      options.signal?.addEventListener("abort", () => leave(number));
    });
  },
  listen(address) {
    const source = new Source(this.whole(address));
    this.open.add(source);
    return source;
  },
  go(address) {
    const at = address === "/" ? home : this.whole(address), [path, hash] = at.split("#");
    frame.contentWindow.location.assign(`frame.html?at=${encodeURIComponent(path)}${hash ? "#" + hash : ""}`);
  },
  outward: (address) => address,
  stop: (error) => stop(words.failed.replace("{why}", error.message)),
  // The frame has a page to show, and until then it says that something is loading.
  shown() {
    loading.hidden = true;
    frame.hidden = false;
  },
  // The frame shows another page now.
  turned(at) {
    for (const source of this.open) source.close();
    this.open.clear();
    sessionStorage.setItem(AT, at);
  },
  async save(address) {
    const text = await (await this.ask(address)).text();
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })),
      download: `${site.game}-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.jsonl`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
};
window.channel = channel;

// -- the beginning ----------------------------------------------------------------------------------------------------

function begin() {
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", (event) => stop(words.failed.replace("{why}", event.message ?? "worker.js")));
  say(words.python);
  loading.querySelector("progress").value = 1;
  const kept = "/home/" + location.pathname.replace(/[^A-Za-z0-9]+/g, "-");
  worker.postMessage({ kind: "begin", plan: site.plan, home: kept, languages: navigator.languages });
  addEventListener("pagehide", () => worker.postMessage({ kind: "keep" }));
  addEventListener("visibilitychange", () => worker.postMessage({ kind: "keep" }));
}

// One tab at a time: two would write over each other's records.
if (navigator.locks) {
  navigator.locks.request("tilewright " + location.pathname, { ifAvailable: true }, (lock) => {
    if (!lock) return stop(words.elsewhere);
    begin();
    return new Promise(() => {}); // as long as the page is open
  });
} else begin();
