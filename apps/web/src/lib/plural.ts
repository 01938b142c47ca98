/** Returns, for example, "1 carta" or "1.200 cartas". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

let counts: Intl.NumberFormat | undefined;

export function formatCount(count: number): string {
  // A format would delay the start of the app (`readTimeZone`), and such a count has no separator.
  if (Number.isInteger(count) && Math.abs(count) < 1000) return String(count);
  counts ??= new Intl.NumberFormat("es", { useGrouping: true });
  return counts.format(count);
}

/** Returns "Hoy", "Mañana" or, for example, "En 12 días", capitalized for the beginning of a line. */
export function inDays(days: number): string {
  if (days === 0) return "Hoy";
  return days === 1 ? "Mañana" : `En ${days} días`;
}
