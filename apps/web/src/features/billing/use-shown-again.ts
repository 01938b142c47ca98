import { useEffect, useEffectEvent } from "react";

/** Calls back when the browser restores this page from its back/forward cache. */
export function useShownAgain(onShown: () => void): void {
  const tell = useEffectEvent(onShown);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) tell();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);
}
