import type { TestContext } from "vitest";

/** Whether this is `npm run test:security`, which has its time. */
const isLong = process.env.SECURITY !== undefined;

/** How many cases a test tries. */
export function cases(usual: number, long = 8 * usual): number {
  return isLong ? long : usual;
}

/** For the table at the end of `npm run test:security`: how much a test has tried, as "4,000 calls". */
export function noteTried({ task }: TestContext, count: number, what: string): void {
  Object.assign(task.meta, { tried: `${count.toLocaleString("en")} ${what}` });
}
