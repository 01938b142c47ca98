import { useEffect, useEffectEvent } from "react";

/** Calls back when the browser shows this page as it was left, after somebody went back to it from another site. */
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
