import type { TestContext } from "vitest";

/** True in `npm run test:security`, which may take long. */
const isLong = process.env.SECURITY !== undefined;

/** Returns the number of cases that a test tries: `usual`, or `long` in `npm run test:security`. */
export function cases(usual: number, long = 8 * usual): number {
  return isLong ? long : usual;
}

/** Returns how often a slow property is tested: `usual`, or `long` in `npm run test:properties`, which draws other cases. */
export function runs(usual: number, long: number): number {
  return process.env.PROPERTY_RUNS === "long" ? long : usual;
}

/** Records the number of cases that a test has tried, as "4,000 calls", for the table at the end of `npm run test:security`. */
export function noteTried({ task }: TestContext, count: number, what: string): void {
  Object.assign(task.meta, { tried: `${count.toLocaleString("en")} ${what}` });
}
