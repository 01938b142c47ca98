type Entry = { url: string | null; index: number };
type History = { currentEntry: Entry | null; entries: () => Entry[] };

/** Returns whether Back leads to that address; false in browsers that cannot report it. */
export function isPreviousPage(href: string): boolean {
  const { navigation } = window as { navigation?: History };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before != null && new URL(before).pathname === href;
}
