type Text = { front: string; back: string };

/** How often a text stands in another, as it is written. */
export function occurrences(text: string, find: string): number {
  return find === "" ? 0 : text.split(find).length - 1;
}

/** The cards in which a text stands, and how often in all of them. */
export function replaceable<C extends Text>(cards: readonly C[], find: string): { cards: C[]; places: number } {
  let places = 0;
  const found = cards.filter(({ front, back }) => {
    const count = occurrences(front, find) + occurrences(back, find);
    places += count;
    return count > 0;
  });
  return { cards: found, places };
}
