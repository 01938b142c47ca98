import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { QueryClient } from "@tanstack/react-query";
import { readRecord } from "#features/reminders/push/push.record.ts";
import { readConnection } from "#lib/connection.ts";
import { prepareLocally } from "#lib/query.ts";
import { loadScreen } from "#lib/screens.ts";
import { paths } from "#paths.ts";
import { followPendingCards } from "#shell/app-badge.ts";
import { followHome } from "#shell/home-picture.ts";

/** The screens that are likely to be opened next. */
const LIKELY_SCREENS = [
  paths.study(),
  paths.folders(),
  paths.folder(1),
  paths.card(1),
  paths.search(),
  paths.progress(),
  paths.settings(),
];

/** Loads these screens one at a time, so that one that the user opens meanwhile is not delayed. */
async function loadLikelyScreens(queryClient: QueryClient): Promise<void> {
  // Once the network is gone, the parts that say so cannot be loaded any more.
  const offlineParts = [import("#shell/connection-line.tsx"), import("#features/device/components/device-edits.tsx")];
  await Promise.all(offlineParts).catch(() => {});
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  for (const screen of LIKELY_SCREENS) await loadScreen(screen);
  await prepareLocally(queryClient, folderEndpoints.list);
}

/** Starts what a signed-in user's device does beside the screens. Returns a function that stops it. */
export function startInIdleTime(queryClient: QueryClient, userId: number): () => void {
  // Without a network, the next start does it.
  if (readRecord()) void renew(queryClient, userId).catch(() => {});
  void loadLikelyScreens(queryClient);
  const stopWaiting = startWorkerWhenSettled(queryClient);
  const copying = new AbortController();
  void followAccount(queryClient, userId, copying.signal).catch((error: unknown) =>
    console.warn("The copy of this device could not be started", error),
  );
  const stopFollowing = followPendingCards(queryClient);
  const stopPictures = followHome(queryClient, userId);
  return () => {
    stopWaiting();
    copying.abort();
    stopFollowing();
    stopPictures();
  };
}

/** In milliseconds: how often to look whether the first screen has settled. By then it has long been usable. */
const LOOK_EVERY_MS = 1000;

/** Starts the service worker once the first screen for signed-in users has loaded everything that it shows. */
function startWorkerWhenSettled(queryClient: QueryClient): () => void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return () => {};
  const timer = setInterval(() => {
    if (document.readyState !== "complete" || queryClient.isFetching() > 0) return;
    clearInterval(timer);
    import("#features/installation/installation.worker.ts").then(
      ({ startWorker }) => startWorker(queryClient),
      () => {},
    );
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** A copy is of use only where the worker opens the app without a network. Elsewhere `ready` stays pending for ever. */
async function followAccount(queryClient: QueryClient, userId: number, signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker?.ready;
  if (signal.aborted || !navigator.serviceWorker) return;
  await (await import("#features/device/device.copy.ts")).startCopy(userId, signal);
  if (signal.aborted || readConnection().offline) return;
  // Without them, the screens say that they need a connection.
  const { copyFigures } = await import("#features/progress/progress.copying.ts");
  await copyFigures(queryClient).catch(() => {});
}

async function renew(queryClient: QueryClient, userId: number): Promise<void> {
  const { renewDevice } = await import("#features/reminders/push/push.renewal.ts");
  await renewDevice(queryClient, userId);
}
