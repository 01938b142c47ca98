type Text = { front: string; back: string };

/** Counts the occurrences of one text in another, case-sensitively and without overlaps. */
export function countOccurrences(text: string, find: string): number {
  return find === "" ? 0 : text.split(find).length - 1;
}

/** Returns the cards that contain a text, and the number of its occurrences in all of them (`places`). */
export function findReplaceable<C extends Text>(cards: readonly C[], find: string): { cards: C[]; places: number } {
  let places = 0;
  const found = cards.filter(({ front, back }) => {
    const count = countOccurrences(front, find) + countOccurrences(back, find);
    places += count;
    return count > 0;
  });
  return { cards: found, places };
}
