/** A row of a benchmark's table: what was measured, and the goal that it is compared with. */
export type Row = { measure: string; measured: string; goal: string; met: boolean };

/** Formats a whole number with separators, as in 12,345. */
export const formatCount = (figure: number): string => formatFigure(figure, 0);

/** @param digits The number of digits after the decimal point. */
export function atMost(measure: string, figure: number, limit: number, unit = "", digits = 0): Row {
  return {
    measure,
    measured: withUnit(figure, unit, digits),
    goal: `<= ${withUnit(limit, unit)}`,
    met: figure <= limit,
  };
}

/** @param digits The number of digits after the decimal point, in the figure and in the goal. */
export function atLeast(measure: string, figure: number, goal: number, digits = 0): Row {
  return {
    measure,
    measured: formatFigure(figure, digits),
    goal: `>= ${formatFigure(goal, digits)}`,
    met: figure >= goal,
  };
}

export function exactly(measure: string, figure: number, goal: number): Row {
  return { measure, measured: formatCount(figure), goal: formatCount(goal), met: figure === goal };
}

/** Creates a row without a goal. */
export function printed(measure: string, measured: string): Row {
  return { measure, measured, goal: "printed", met: true };
}

function withUnit(figure: number, unit: string, digits?: number): string {
  return `${formatFigure(figure, digits)} ${unit}`.trimEnd();
}

function formatFigure(figure: number, digits?: number): string {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en", fixed).format(figure);
}

/** Returns the value below which a share of all values lies. A share is from 0 to 1; for 1 it returns the largest value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
