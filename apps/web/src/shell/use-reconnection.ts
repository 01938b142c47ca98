import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SIGNING_OUT } from "#features/session/session.expiry.ts";
import { readConnection } from "#lib/connection.ts";
import { callServer } from "#lib/server-calls.ts";

/** In milliseconds: browsers do not always tell that the network is back. */
const TRY_EVERY_MS = 15_000;
/** In milliseconds: a server that answers some calls and fails with others seems to come back all the time. */
const RELOAD_EVERY_MS = 30_000;

let reloadedAt = Number.NEGATIVE_INFINITY;
let reload: ReturnType<typeof setTimeout> | undefined;

/** Reads the screen from the server again: now, or as soon as the last time is long enough ago. */
function reloadScreen(queryClient: QueryClient): void {
  clearTimeout(reload);
  const wait = Math.max(0, reloadedAt + RELOAD_EVERY_MS - performance.now());
  const start = () => {
    reloadedAt = performance.now();
    void queryClient.invalidateQueries();
  };
  if (wait === 0) start();
  else reload = setTimeout(start, wait);
}

/** While the server cannot be reached, tries from time to time; afterwards the screen is read from it again. */
export function useReconnection(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // The call itself notes whether it got a response.
    const attempt = () => document.hidden || void callServer(authEndpoints.currentUser).catch(() => {});
    const timer = setInterval(attempt, TRY_EVERY_MS);
    window.addEventListener("online", attempt);
    document.addEventListener("visibilitychange", attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", attempt);
      document.removeEventListener("visibilitychange", attempt);
      // The end of the session may be the first call that is answered again: nothing may be asked for after it.
      const isLeaving = queryClient.isMutating({ mutationKey: SIGNING_OUT }) > 0;
      if (!readConnection().offline && !isLeaving) reloadScreen(queryClient);
    };
  }, [queryClient]);
}
