import { authEndpoints } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readConnection } from "#lib/connection.ts";
import { callServer } from "#lib/server-calls.ts";

/** In milliseconds: browsers do not always tell that the network is back. */
const TRY_EVERY_MS = 15_000;

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
      if (!readConnection().offline) void queryClient.invalidateQueries();
    };
  }, [queryClient]);
}
