import { paths } from "#paths.ts";

/** In sessionStorage: the address of the import screen with what was shared to it. */
export const SHARED_TO = "sharedTo";

/** Keeps the address of the import screen with what was shared to it, in this tab, until somebody has signed in. */
export function rememberShare({ pathname, search }: Location): void {
  if (search === "" || pathname !== paths.import()) return;
  try {
    sessionStorage.setItem(SHARED_TO, pathname + search);
  } catch {}
}

/** Returns the remembered address, once. */
export function takeShare(): string | null {
  try {
    const address = sessionStorage.getItem(SHARED_TO);
    sessionStorage.removeItem(SHARED_TO);
    return address;
  } catch {
    return null;
  }
}
