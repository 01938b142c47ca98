/**
 * Folds a text for comparison: texts that differ only in case, in accents (U+0300 to U+036F) or in compatibility forms become
 * equal, as do "Ácido" and "acido", or "H₂O" and "h2o". Vowel points and signs of other scripts remain.
 *
 * Folding a folded text changes nothing. The database stores folded cards, so that a change of this function needs a migration.
 * Source: compatibility decomposition (NFKD) of Unicode Standard Annex #15.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      // `toLowerCase` writes a sigma differently at the end of a word, where a search for part of the word does not end.
      .replaceAll("ς", "σ")
  );
}

/** A folded text in which each part can be traced to the original. All numbers are UTF-16 units. */
export type TracedFold = {
  /** The same as `foldText` of the original. */
  readonly folded: string;
  /** For each unit of `folded`, where the characters that it comes from start in the original. */
  readonly starts: readonly number[];
  /** For each unit of `folded`, where the characters that it comes from end in the original. */
  readonly ends: readonly number[];
};

/** A character with the marks that follow it. The halfwidth voicing signs of kana are no marks, but decompose into some. */
const CLUSTERS = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

/**
 * Folds a text and traces each part to the original. Characters are folded together with the marks after them, because
 * decomposition may reorder the marks of a character, but nothing beyond them.
 */
export function traceFold(text: string): TracedFold {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const part = foldText(cluster);
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
    folded += part;
  }
  return { folded, starts, ends };
}
