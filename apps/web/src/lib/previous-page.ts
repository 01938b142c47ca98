type Entry = { url: string | null; index: number };
type History = { currentEntry: Entry | null; entries: () => Entry[] };

/** Whether Back leads to that address. Where the browser does not tell, it is taken not to. */
export function isPreviousPage(href: string): boolean {
  const { navigation } = window as { navigation?: History };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before != null && new URL(before).pathname === href;
}
