import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** In milliseconds: how often to look whether the first screen has settled. By then it has long been usable. */
const LOOK_EVERY_MS = 3000;

/** Starts the service worker once the first screen for signed-in users has loaded everything that it shows. */
export function useServiceWorker(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const timer = setInterval(() => {
      if (document.readyState !== "complete" || queryClient.isFetching() > 0) return;
      clearInterval(timer);
      import("#features/installation/installation.worker.ts").then(
        ({ startWorker }) => startWorker(queryClient),
        () => {},
      );
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
}
