// A typed answer is one text: each gap has a line of it.

/** Returns the texts of the gaps, as many as are asked for. */
export function splitGaps(text: string, count: number): string[] {
  const lines = count === 1 ? [text] : text.split("\n");
  return Array.from({ length: count }, (_, index) => lines[index] ?? "");
}

/** Returns the texts of the gaps in one; empty if all of them are blank. */
export function joinGaps(texts: readonly string[]): string {
  return texts.every((text) => text.trim() === "") ? "" : texts.join("\n");
}
