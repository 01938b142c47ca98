import { useEffect, useState } from "react";
import { recallFollowed } from "#lib/share-address.ts";

const PARAMETER = "token";
const STATE = "linkToken";

/**
 * Returns the secret of a mailed link, which stands behind `#` because browsers send that part to nobody. It is moved
 * from the address into the state of the history entry, where the browser's history does not show it but a reload still
 * finds it. A query is read too: letters sent before December 2026 have it, and some mail programs open the address of
 * `List-Unsubscribe` in a browser.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readAddress() ?? readStoredToken());
  useEffect(() => {
    if (token !== null) recallFollowed();
    hideToken(token);
    // Another link that is opened in this tab changes only the fragment, which loads no page.
    const onOpen = () => {
      const opened = readAddress();
      if (opened !== null) setToken(opened);
      hideToken(opened);
    };
    window.addEventListener("hashchange", onOpen);
    return () => window.removeEventListener("hashchange", onOpen);
  }, [token]);
  return token;
}

const paramsOf = (part: string) => new URLSearchParams(part.slice(1));

/** Returns the address of a page with a secret for it, in the form that letters have. */
export function buildSecretPath(path: string, token: string): string {
  return `${path}#${new URLSearchParams({ [PARAMETER]: token })}`;
}

function readAddress(): string | null {
  const { hash, search } = window.location;
  return paramsOf(hash).get(PARAMETER) || paramsOf(search).get(PARAMETER) || null;
}

function hideToken(token: string | null): void {
  const address = new URL(window.location.href);
  const fragment = paramsOf(address.hash);
  if (!fragment.has(PARAMETER) && !address.searchParams.has(PARAMETER)) return;
  fragment.delete(PARAMETER);
  address.hash = String(fragment);
  address.searchParams.delete(PARAMETER);
  window.history.replaceState({ ...window.history.state, [STATE]: token }, "", address);
}

function readStoredToken(): string | null {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !(STATE in state)) return null;
  const token = state[STATE];
  return typeof token === "string" && token !== "" ? token : null;
}
