/** A count with its noun: "1 carta", "2 cartas", "1.200 cartas". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const counts = new Intl.NumberFormat("es", { useGrouping: true });

export function formatCount(count: number): string {
  return counts.format(count);
}
