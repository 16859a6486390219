/**
 * The service worker: keeps the files of the page, so that it opens without a connection.
 *
 * Nothing but those files is ever kept, and a page is always asked for first: what is kept is shown
 * only where the server does not answer, so that nobody is left with an old page.
 *
 * The build puts VERSION, ENTRY and FILES before this.
 */
/* global VERSION, ENTRY, FILES */

const NAME = `enligne-${VERSION}`;
const PAGE = "/";

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  // A server that was replaced meanwhile has a page for other files: then this is tried again.
  const page = await cache.match(PAGE);
  if (!(await page.text()).includes(ENTRY)) {
    await caches.delete(NAME);
    throw new Error("the page has changed meanwhile");
  }
}

async function removeOthers() {
  const others = (await caches.keys()).filter((name) => name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** What is kept of a file; undefined for none. */
async function kept(file) {
  return (await caches.open(NAME)).match(file);
}

/** The server's answer, else what is kept. */
async function asked(request, file) {
  try {
    const answer = await fetch(request);
    // Also what a proxy says while the server is away.
    return answer.status < 500 ? answer : ((await kept(file)) ?? answer);
  } catch (error) {
    const found = await kept(file);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil(removeOthers()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(asked(request, PAGE));
  else if (!FILES.includes(pathname) || pathname === PAGE) return;
  // The names of these change with their content.
  else if (pathname.startsWith("/assets/"))
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
  else event.respondWith(asked(request, pathname));
});
