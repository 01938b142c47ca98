import { useEffect, useState } from "react";

const PARAMETER = "token";
const STATE = "linkToken";

/**
 * Returns the secret of a mailed link. It is moved from the address into the state of the history entry, where neither
 * the browser's history nor a Referer header shows it but a reload still finds it.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.search).get(PARAMETER) || readStoredToken());
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has(PARAMETER)) return;
    address.searchParams.delete(PARAMETER);
    window.history.replaceState({ ...window.history.state, [STATE]: token }, "", address);
  }, [token]);
  return token;
}

function readStoredToken(): string | null {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !(STATE in state)) return null;
  const token = state[STATE];
  return typeof token === "string" && token !== "" ? token : null;
}
