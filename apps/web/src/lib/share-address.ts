import { paths } from "#paths.ts";

/** In memory alone: of what was shared on a device that others use, too, nothing is left when this page is gone. */
let remembered: string | null = null;

/** Keeps the address of the import screen with what was shared to it until somebody has signed in on this page. */
export function rememberShare({ pathname, search }: Location): void {
  if (search !== "" && pathname === paths.import()) remembered = pathname + search;
}

/** Returns the remembered address, once. */
export function takeShare(): string | null {
  const address = remembered;
  remembered = null;
  return address;
}
