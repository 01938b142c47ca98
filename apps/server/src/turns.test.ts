import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

function deferred() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

it("runs as many as it may, the others in their order, and turns the rest away", async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 1 });
  const [first, second, third] = [deferred(), deferred(), deferred()];
  const begun: string[] = [];
  const begin = (name: string, { work }: ReturnType<typeof deferred>) =>
    inTurn(() => {
      begun.push(name);
      return work();
    });
  const results = [begin("first", first), begin("second", second), begin("third", third)];
  await expect(begin("fourth", deferred())).rejects.toMatchObject({ code: "unavailable" });
  expect(begun).toEqual(["first", "second"]);

  second.reject(new Error("no"));
  await expect(results[1]).rejects.toThrow("no");
  expect(begun).toEqual(["first", "second", "third"]);
  third.resolve("3");
  first.resolve("1");
  expect(await results[0]).toBe("1");
  expect(await results[2]).toBe("3");
});

it("gives every turn back", async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 0 });
  for (let round = 0; round < 5; round++) {
    await Promise.all([inTurn(async () => round), inTurn(async () => round)]);
  }
  await inTurn(() => Promise.reject(new Error("no"))).catch(() => {});
  await expect(Promise.all([inTurn(async () => 1), inTurn(async () => 2)])).resolves.toEqual([1, 2]);
});
