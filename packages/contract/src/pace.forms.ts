export const BREAK_BACKWARDS = "La pausa no puede terminar antes de empezar";
export const BREAK_IN_THE_PAST = "Una pausa empieza hoy o más adelante";
export const BREAK_TOO_FAR = "Una pausa termina, como muy tarde, dentro de un año";
export const BREAK_TOO_LONG = "Una pausa puede durar hasta 60 días";

/** Fewer due cards than this are never a backlog, because a usual day may have as many. */
export const MIN_BACKLOG = 60;

/** Returns whether Home needs the backlog: for the offer of a plan to catch up, or while due cards wait, which a plan may be why. */
export const mayHaveBacklog = (pending: number, dueWaiting: number): boolean =>
  dueWaiting > 0 || pending >= MIN_BACKLOG;

export const MAX_BREAK_DAYS = 60;
export const MAX_DAYS_TO_BREAK_END = 365;

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The first rule that a break violates. `path` names the field; `message` is for people to read. */
export type BreakProblem = { readonly path: "from" | "to"; readonly message: string };

/**
 * Checks a break from one date to another, both included. Dates are `YYYY-MM-DD`.
 *
 * @param earliest The first date on which it may begin: `today`, or earlier if it continues a break.
 * @returns undefined for a break of 1 to 60 days that ends at most 365 days after `today`.
 */
export function findBreakProblem(
  { from, to }: { readonly from: string; readonly to: string },
  { today, earliest }: { readonly today: string; readonly earliest: string },
): BreakProblem | undefined {
  if (from < earliest) return { path: "from", message: BREAK_IN_THE_PAST };
  if (to < from) return { path: "to", message: BREAK_BACKWARDS };
  if (daysBetween(from, to) >= MAX_BREAK_DAYS) return { path: "to", message: BREAK_TOO_LONG };
  if (daysBetween(today, to) > MAX_DAYS_TO_BREAK_END) return { path: "to", message: BREAK_TOO_FAR };
  return undefined;
}
