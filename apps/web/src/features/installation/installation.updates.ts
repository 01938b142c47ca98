import type { QueryClient } from "@tanstack/react-query";
import { BUILD_CACHE_PREFIX, readBuilds } from "#lib/device-caches.ts";
import { isStudyPath } from "#paths.ts";

/** In milliseconds: browsers look for a new worker only when a page is opened, which may be days ago. */
const CHECK_EVERY_MS = 3_600_000;

/** In sessionStorage: the build for which this tab has left its own one. */
const ADOPTED = "adoptedBuild";

/**
 * Looks for new builds. Once one is complete on this device, the page is loaded again at the next screen, which the
 * address already names, unless something is open that would be lost.
 */
export function followUpdates(
  queryClient: QueryClient,
  registration: ServiceWorkerRegistration,
  { reload = () => window.location.reload(), ...options }: { reload?: () => void; signal?: AbortSignal } = {},
): void {
  const own = `${BUILD_CACHE_PREFIX}${document.querySelector<HTMLMetaElement>("meta[name=build]")?.content}`;
  let newest = own;
  let checked = Date.now();
  let path = window.location.pathname;

  const readNewest = async () => {
    [newest = own] = await readBuilds();
  };
  // The worker of this page's own build takes over once no other page is open, which may be long after this one's start.
  const askToTakeOver = async () => {
    const { waiting } = registration;
    if (!waiting) return;
    await readNewest();
    if (newest === own && registration.waiting === waiting) waiting.postMessage({ type: "take-over" });
  };
  // Browsers that need space erase all of it, also under a worker that lives.
  const askToRestore = async () => {
    if ((await readBuilds()).length === 0) registration.active?.postMessage({ type: "restore-build" });
  };
  const check = () => {
    if (document.visibilityState !== "visible") return;
    void askToTakeOver();
    void askToRestore();
    if (Date.now() - checked < CHECK_EVERY_MS) return;
    checked = Date.now();
    registration.update().catch(() => {});
  };
  const onMove = () => {
    const from = path;
    path = window.location.pathname;
    if (path === from) return;
    check();
    // A session that is left may have more to do here than is stored: to ask for a rating, for example.
    if (newest === own || isStudyPath(from)) return;
    // Later, so that whoever called `navigate` has finished.
    setTimeout(() => canLeavePage(queryClient) && isFirstTime(newest) && reload());
  };
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => worker.state === "installed" && void readNewest());
  registration.addEventListener("updatefound", () => follow(registration.installing));
  // Browsers look for a new worker as soon as a page is opened, which is before this.
  follow(registration.installing);
  void askToTakeOver();
  document.addEventListener("visibilitychange", check, options);
  for (const move of ["pushState", "replaceState", "popstate"]) window.addEventListener(move, onMove, options);
}

/** Returns whether this tab has not been reloaded for the build yet: if that did not help, more would not either. */
function isFirstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(ADOPTED) === build) return false;
    sessionStorage.setItem(ADOPTED, build);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether nothing is open, written or being sent in this page that a new page would not have. */
function canLeavePage(queryClient: QueryClient): boolean {
  if (queryClient.isMutating() > 0 || hasDraft()) return false;
  if (document.querySelector("[role=dialog], [role=alertdialog], dialog[open]")) return false;
  // Whoever would ask before the page is closed, such as an upload, prevents this too.
  return window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

function hasDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith("draft:"));
  } catch {
    return true;
  }
}
