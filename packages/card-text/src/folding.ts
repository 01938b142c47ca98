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
