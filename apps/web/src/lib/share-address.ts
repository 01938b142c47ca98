import { FOLLOWED_LINK, paths, withQuery } from "#paths.ts";

/** In memory alone: of what was shared on a device that others use, too, nothing is left when this page is gone. */
let remembered: string | null = null;

/** In localStorage: the link that a visitor wants to follow, and when that was. Only the page of a mailed link reads it. */
const KEPT = "followedLink";

/** In milliseconds: so long may somebody take to open the letter that they have asked for. */
const KEPT_FOR = 3_600_000;

/**
 * Keeps an address until somebody has signed in on this page: that of the import screen with what was shared to it, or that of the
 * folders with the link that a visitor wants to follow, which comes as the fragment of the registration.
 */
export function rememberShare({ pathname, search, hash }: Location): void {
  const [, token] = FOLLOWED_TOKEN.exec(hash) ?? [];
  if (pathname === paths.register() && token) {
    rememberFollowed(token);
    store(`${Date.now()} ${token}`);
  }
  if (search !== "" && pathname === paths.import()) remembered = pathname + search;
}

const FOLLOWED_TOKEN = new RegExp(`^#${FOLLOWED_LINK}=([\\w-]+)$`);

function rememberFollowed(token: string): void {
  remembered = withQuery(paths.folders(), { [FOLLOWED_LINK]: token });
}

/**
 * Takes over the link that a visitor wants to follow from the tab in which they asked for a letter, such as that for a new password.
 * A person who signs in later on the same device without a letter does not get it.
 */
export function recallFollowed(): void {
  const [since, token] = read().split(" ");
  if (token && Date.now() - Number(since) < KEPT_FOR) rememberFollowed(token);
}

/** Returns the remembered address, once. */
export function takeShare(): string | null {
  const address = remembered;
  remembered = null;
  store(null);
  return address;
}

function read(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function store(kept: string | null): void {
  try {
    if (kept === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, kept);
  } catch {}
}
