// Writes a page of the table into the frame, and leads its links to the channel.
"use strict";

(async () => {
  const channel = parent.channel;
  if (window === parent || !channel) return location.replace("index.html");
  window.at = new URLSearchParams(location.search).get("at");
  channel.turned(window.at + location.hash);
  const answer = await channel.ask(window.at, { headers: { Accept: "text/html" } }).catch((error) => channel.stop(error));
  if (!answer) return;
  let text = await answer.text();
  // Style sheets and scripts come through the channel as well.
  const files = [...new Set([...text.matchAll(/ (?:href|src)="(\/static\/[^"]+)"/g)].map((one) => one[1]))];
  for (const file of files) {
    const found = await channel.ask(file.replaceAll("&amp;", "&"));
    const type = found.headers.get("Content-Type");
    const url = URL.createObjectURL(new Blob([await found.text()], { type }));
    text = text.replaceAll(`"${file}"`, `"${url}"`);
  }
  channel.shown();
  document.open();
  document.write(text);
  document.close();
  if (/\/replay$/.test(channel.path)) back();
  // After the page's own listeners, which may have set the address.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"), address = link?.getAttribute("href");
    if (!link || address.startsWith("#") || event.defaultPrevented) return;
    event.preventDefault();
    if (link.hasAttribute("download")) channel.save(address);
    else channel.go(address);
  });

  function back() {
    const link = Object.assign(document.createElement("a"), { textContent: "\u2190 " + channel.words.back });
    link.href = channel.path.replace(/\/replay$/, "");
    link.className = "back";
    const put = () => document.body.prepend(link);
    document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", put) : put();
  }
})();
