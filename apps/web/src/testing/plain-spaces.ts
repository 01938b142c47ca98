/** Replaces the no-break spaces that Intl writes, for example between numbers and units, with plain ones. */
export function replaceNoBreakSpaces(text: string | null | undefined): string {
  return (text ?? "").replace(/[\u00a0\u202f]/g, " ");
}
