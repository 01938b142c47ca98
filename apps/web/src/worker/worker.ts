// The service worker: the app opens without a network, and notifications arrive without an open page (decision 010).
import { endNotedSession } from "#lib/left-session.ending.ts";
import { endLeftSession, provideEnding } from "#lib/left-session.ts";
import {
  type Build,
  installBuild,
  readFile,
  refreshShell,
  removeAllBuilds,
  removeOldBuilds,
  restoreBuild,
} from "#worker/build-files.ts";
import { answerMedia, isMediaPath } from "#worker/media-files.ts";
import { answerNavigation } from "#worker/navigations.ts";
import { chooseTarget, openPage, showReminder } from "#worker/notifications.ts";
import { syncOutbox } from "#worker/outbox-sync.ts";
import { OWN_FILES } from "#worker/own-files.ts";
import { listPages } from "#worker/pages.ts";
import { isRetired } from "#worker/retirement.ts";

declare const self: ServiceWorkerGlobalScope;

/** Replaced by the build, wherever it is named. */
declare const BUILD: Build;
const build = BUILD;

provideEnding(async () => ({ endNotedSession }));

self.addEventListener("install", (event) => event.waitUntil(installBuild(build)));

self.addEventListener("activate", (event) => event.waitUntil(removeOldBuilds()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const isApi = pathname.startsWith("/api/");
  if (request.mode === "navigate") {
    if (isApi) return;
    event.respondWith(answerNavigation(request));
    event.waitUntil(checkServer());
  } else if (isMediaPath(pathname)) event.respondWith(answerMedia(request));
  else if (pathname.startsWith("/assets/") || OWN_FILES.includes(pathname)) event.respondWith(answerFile(request));
});

async function answerFile(request: Request): Promise<Response> {
  return (await readFile(new URL(request.url).pathname).catch(() => undefined)) ?? fetch(request);
}

/**
 * Looks for a change of the configuration, for files that the browser has erased, and for the end of all workers. Browsers look for a
 * new worker by themselves.
 */
async function checkServer(): Promise<void> {
  await refreshShell(build).catch(() => {});
  const script = await fetch("/sw.js", { cache: "no-cache" }).catch(() => undefined);
  if (!script) return;
  if (!(await isRetired(script))) {
    // A server that has another build cannot give what is missing of this one.
    await restoreBuild(build, Date.now()).catch(() => {});
    return;
  }
  await removeAllBuilds();
  await self.registration.unregister();
}

self.addEventListener("message", (event) => {
  if (event.data?.type === "take-over") event.waitUntil(takeOver());
  if (event.data?.type === "restore-build") event.waitUntil(restoreBuild(build, Date.now()).catch(() => {}));
});

/** Replaces the previous worker if no other page is open that might be in the middle of something. */
async function takeOver(): Promise<void> {
  if ((await listPages(self.clients)).length <= 1) await self.skipWaiting();
}

self.addEventListener("push", (event) => event.waitUntil(answerPush(event.data?.text() ?? "")));

/** A push may be the first contact after a session was left without a network. */
async function answerPush(message: string): Promise<void> {
  await showReminder(self, message);
  await endLeftSession().catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(self.clients, chooseTarget(event.notification.data?.url, self.location.origin)));
});

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// The types of the platform do not know Background Sync.
self.addEventListener("sync" as keyof ServiceWorkerGlobalScopeEventMap, (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === "repasa-outbox") waitUntil.call(event, syncOutbox(self.clients));
});
