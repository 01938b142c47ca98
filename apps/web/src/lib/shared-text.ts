// What another app shares arrives in the query of the import screen, as the manifest says (`share_target`).
const FIELDS = ["title", "text", "url"] as const;

/** Changes of an address' query that remove what was shared. */
export const withoutShare = Object.fromEntries(FIELDS.map((field) => [field, ""]));

/** Returns what was shared as one text, without parts that repeat others; empty if nothing was. */
export function readSharedText(query: URLSearchParams): string {
  const parts = FIELDS.map((field) => query.get(field)?.trim() ?? "").filter((part) => part !== "");
  return parts
    .filter((part, index) => !parts.some((other, at) => at !== index && isRepeated(part, other, at < index)))
    .join("\n");
}

/** Apps often send the address or the title in the text, too. */
function isRepeated(part: string, other: string, isEarlier: boolean): boolean {
  return other === part ? isEarlier : other.includes(part);
}

const KEY = "sharedTo";

/** Keeps the address of a screen to which something was shared until somebody has signed in, in this tab. */
export function rememberShare({ pathname, search }: Location): void {
  try {
    if (readSharedText(new URLSearchParams(search)) !== "") sessionStorage.setItem(KEY, pathname + search);
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
