import { expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { createUserLock } from "./study.user-lock.ts";

const ANA = 1 as OwnerId;
const EVA = 2 as OwnerId;

it("runs one user's work one after another, also after a failure, and several users' side by side", async () => {
  const withLock = createUserLock();
  const seen: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const failed = withLock(ANA, work("a1", true)).catch((error: Error) => error.message);
  const results = await Promise.all([
    failed,
    withLock(ANA, work("a2")),
    withLock(EVA, work("e1")),
    withLock(ANA, work("a3")),
  ]);
  expect(results).toEqual(["a1", "a2", "e1", "a3"]);
  expect(seen.filter((line) => line.startsWith("a"))).toEqual(
    ["a1", "a2", "a3"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  expect(seen.indexOf("e1 begins")).toBeLessThan(seen.indexOf("a1 ends"));
});
