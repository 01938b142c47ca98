/** A text as searches and tags compare it: without case and accents, and with compatible characters made equal, as in H₂O and H2O. */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      // Only at the end of a word, which a search may not reach.
      .replaceAll("ς", "σ")
  );
}
