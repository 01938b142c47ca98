import { FOLLOWED_LINK, paths, withQuery } from "#paths.ts";

/** In memory alone: of what was shared on a device that others use, too, nothing is left when this page is gone. */
let remembered: string | null = null;

/**
 * Keeps an address until somebody has signed in on this page: that of the import screen with what was shared to it, or that of the
 * folders with the link that a visitor wants to follow, which comes as the fragment of the registration.
 */
export function rememberShare({ pathname, search, hash }: Location): void {
  const [, token] = FOLLOWED_TOKEN.exec(hash) ?? [];
  if (pathname === paths.register() && token) remembered = withQuery(paths.folders(), { [FOLLOWED_LINK]: token });
  if (search !== "" && pathname === paths.import()) remembered = pathname + search;
}

const FOLLOWED_TOKEN = new RegExp(`^#${FOLLOWED_LINK}=([\\w-]+)$`);

/** Returns the remembered address, once. */
export function takeShare(): string | null {
  const address = remembered;
  remembered = null;
  return address;
}
