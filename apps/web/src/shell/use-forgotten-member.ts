import { useEffect } from "react";
import { removeNote } from "#lib/device-caches.ts";

/** Lets the service worker know that nobody is signed in, if the session ended while the app was closed. */
export function useForgottenMember(): void {
  useEffect(() => {
    if (navigator.serviceWorker?.controller) removeNote("member").catch(() => {});
  }, []);
}
