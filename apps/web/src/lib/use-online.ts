import { useEffect, useEffectEvent } from "react";

/** Calls `onOnline` when the network is available again. */
export function useOnline(onOnline: () => void): void {
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    const listener = () => call();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
