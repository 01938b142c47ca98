import { useEffect, useState } from "react";

const PARAMETER = "token";
const STATE = "linkToken";

/**
 * The secret of a mailed link. It is moved from the address into the history entry's state, where neither the history
 * nor a Referer shows it, but a reload finds it.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.search).get(PARAMETER) || rememberedToken());
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has(PARAMETER)) return;
    address.searchParams.delete(PARAMETER);
    window.history.replaceState({ ...window.history.state, [STATE]: token }, "", address);
  }, [token]);
  return token;
}

function rememberedToken(): string | null {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !(STATE in state)) return null;
  const token = state[STATE];
  return typeof token === "string" && token !== "" ? token : null;
}
