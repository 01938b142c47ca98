/** "1 carta", "1.200 cartas". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const counts = new Intl.NumberFormat("es", { useGrouping: true });

export function formatCount(count: number): string {
  return counts.format(count);
}
