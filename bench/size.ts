// How large the benchmarks are. `npm run test:rulers` runs each at its smallest size, which measures nothing: it shows that it still runs.

const isSmallest = process.env.BENCH_SIZE === "smallest";

/** Returns a size, or the smallest one at which the benchmark still runs. */
export const sized = (full: number, smallest: number): number => (isSmallest ? smallest : full);

/** As `sized`, with an environment variable that sets another size. */
export function readSize(variable: string, full: number, smallest: number): number {
  return Number(process.env[variable] ?? sized(full, smallest));
}
