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
