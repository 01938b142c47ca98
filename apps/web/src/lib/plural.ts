/** Returns, for example, "1 carta" or "1.200 cartas". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const counts = new Intl.NumberFormat("es", { useGrouping: true });

export function formatCount(count: number): string {
  return counts.format(count);
}

/** Returns "Hoy", "Mañana" or, for example, "En 12 días", capitalized for the beginning of a line. */
export function inDays(days: number): string {
  if (days === 0) return "Hoy";
  return days === 1 ? "Mañana" : `En ${days} días`;
}
