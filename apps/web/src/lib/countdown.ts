/** "Hoy", "Mañana", "En 12 días": how far ahead a day is, to stand at the beginning of a line. */
export function inDays(days: number): string {
  if (days === 0) return "Hoy";
  return days === 1 ? "Mañana" : `En ${days} días`;
}
