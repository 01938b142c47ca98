import { useEffect, useEffectEvent } from "react";

/** Calls when the network has come back. */
export function useOnline(onOnline: () => void): void {
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    const listener = () => call();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
