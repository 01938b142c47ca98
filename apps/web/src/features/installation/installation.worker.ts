import type { QueryClient } from "@tanstack/react-query";
import { followUpdates } from "#features/installation/installation.updates.ts";
import { userQuery } from "#features/session/session.user.ts";
import { removeFlag, writeFlag } from "#lib/device-flags.ts";

let started = false;

/** Registers the service worker, follows its updates, and lets it know who is signed in. */
export async function startWorker(queryClient: QueryClient): Promise<void> {
  if (started) return;
  started = true;
  followMember(queryClient);
  try {
    // The script is asked for each time, whatever its headers have become on the way.
    followUpdates(queryClient, await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }));
  } catch {
    // Without a worker, as in some private windows, the app needs a network to open. The next visit tries again.
  }
}

function followMember(queryClient: QueryClient): void {
  let noted: number | null | undefined;
  let writing: Promise<void> = Promise.resolve();
  const note = () => {
    const user = queryClient.getQueryData(userQuery.queryKey);
    // Not known without a network.
    if (user === undefined || (user?.id ?? null) === noted) return;
    noted = user?.id ?? null;
    const write = () => (user ? writeFlag("member", String(user.id)) : removeFlag("member"));
    // A browser that stores nothing more can still be used with a network.
    writing = writing.then(write).catch(() => {});
  };
  queryClient.getQueryCache().subscribe(note);
  note();
}
