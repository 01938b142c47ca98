/** A row of a benchmark's table: what was measured, and the goal that it is compared with. */
export type Row = { measure: string; measured: string; goal: string; met: boolean };

/** A whole number with separators: 12,345. */
export const count = (figure: number): string => inDigits(figure, 0);

/** @param digits After the decimal point. */
export function atMost(measure: string, figure: number, limit: number, unit = "", digits = 0): Row {
  return {
    measure,
    measured: withUnit(figure, unit, digits),
    goal: `<= ${withUnit(limit, unit)}`,
    met: figure <= limit,
  };
}

/** @param digits After the decimal point, in the figure and in the goal. */
export function atLeast(measure: string, figure: number, goal: number, digits = 0): Row {
  return { measure, measured: inDigits(figure, digits), goal: `>= ${inDigits(goal, digits)}`, met: figure >= goal };
}

export function exactly(measure: string, figure: number, goal: number): Row {
  return { measure, measured: count(figure), goal: count(goal), met: figure === goal };
}

/** For a figure without a goal. */
export function printed(measure: string, measured: string): Row {
  return { measure, measured, goal: "printed", met: true };
}

function withUnit(figure: number, unit: string, digits?: number): string {
  return `${inDigits(figure, digits)} ${unit}`.trimEnd();
}

function inDigits(figure: number, digits?: number): string {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en", fixed).format(figure);
}

/** The value below which a share of all values lies, 0 to 1; 1 gives the largest. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
