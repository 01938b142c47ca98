import { useSyncExternalStore } from "react";

const getQuery = () => window.matchMedia("(width >= 48rem)");

/** True from 768 px on, where the sidebar is shown. */
export function isWideScreen(): boolean {
  return getQuery().matches;
}

function subscribe(listener: () => void): () => void {
  const query = getQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, isWideScreen);
}
