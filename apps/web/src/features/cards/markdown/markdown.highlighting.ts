/** Whether a text holds a code block that names its language. */
export function mayHaveHighlighting(text: string): boolean {
  return /(?:```|~~~)[ \t]*\w/.test(text);
}
