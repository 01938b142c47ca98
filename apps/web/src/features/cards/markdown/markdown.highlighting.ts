/** Returns whether a text may contain a code block that names its language. */
export function mayHaveHighlighting(text: string): boolean {
  return /(?:```|~~~)[ \t]*\w/.test(text);
}
