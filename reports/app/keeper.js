// Keeps the page and its judge on the phone: after the first visit it works without a network.
const CACHE = "clabber-{{ version }}";
const FILES = {{ files }};

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name.startsWith("clabber-") && name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept || fetch(event.request)));
});
