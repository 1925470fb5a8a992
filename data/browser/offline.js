// Keeps the files of the page, so that it opens without a network after the first visit.
const VERSION = "@VERSION@", FILES = @FILES@;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const mine = (name) => name.startsWith(VERSION.split("|")[0] + "|") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(mine).map((one) => caches.delete(one)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(caches.open(VERSION)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((found) => found ?? fetch(event.request)));
});
