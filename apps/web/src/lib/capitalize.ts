/** Writes a Spanish text as it begins a line. Apart from `wording.ts`, whose formats of dates take time to create. */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase("es") + text.slice(1);
}
