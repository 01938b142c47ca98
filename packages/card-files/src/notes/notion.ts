// The names of files that Notion exports: `Vocabulario 0123456789abcdef0123456789abcdef_all.csv`.

const ID = / [\da-f]{32}(?:_all)?$/i;
const EXPORT = /^(?:Export-[\da-f-]{8,}|Private & Shared)$/i;

/**
 * Returns whether Notion has given a file its name, which ends in 32 hexadecimal digits.
 *
 * @param name The file's name without its extension.
 */
export function isNotionName(name: string): boolean {
  return ID.test(name);
}

/** Returns the user's name for a page or a folder; empty for folders that only exist in Notion's exports. */
export function removeNotionId(name: string): string {
  return EXPORT.test(name) ? "" : name.replace(ID, "").trim();
}
