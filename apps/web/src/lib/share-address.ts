import { paths } from "#paths.ts";

const KEY = "sharedTo";

/** Keeps the address of the import screen with what was shared to it, in this tab, until somebody has signed in. */
export function rememberShare({ pathname, search }: Location): void {
  if (search === "" || pathname !== paths.import()) return;
  try {
    sessionStorage.setItem(KEY, pathname + search);
  } catch {}
}

/** Returns the remembered address, once. */
export function takeShare(): string | null {
  try {
    const address = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return address;
  } catch {
    return null;
  }
}
