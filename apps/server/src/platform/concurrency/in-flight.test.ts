import { expect, it } from "vitest";
import { createInFlight } from "./in-flight.ts";

it("shares the result of a key while it is computed, and computes it again afterwards, even after a failure", async () => {
  const share = createInFlight<string, number>();
  let runs = 0;
  const work = async () => {
    runs++;
    await new Promise((resolve) => setImmediate(resolve));
    if (runs === 1) throw new Error("no");
    return runs;
  };
  const first = [share("a", work), share("a", work)];
  for (const failed of first) await expect(failed).rejects.toThrow("no");
  expect(await Promise.all([share("a", work), share("a", work)])).toEqual([2, 2]);
  expect(await Promise.all([share("a", work), share("b", work)])).toEqual([4, 4]);
  expect(runs).toBe(4);
});
