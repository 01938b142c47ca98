import { expect, it } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

function deferred() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

it("runs as many as it may, the others in their order, and refuses the rest", async () => {
  const limited = createConcurrencyLimit({ concurrency: 2, maxWaiting: 1 });
  const [first, second, third] = [deferred(), deferred(), deferred()];
  const begun: string[] = [];
  const begin = (name: string, { work }: ReturnType<typeof deferred>) =>
    limited(() => {
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

it("lets nobody wait for longer than they say", async () => {
  const limited = createConcurrencyLimit({ concurrency: 1, maxWaiting: 2 });
  const first = deferred();
  const stop = new AbortController();
  const running = limited(first.work, stop.signal);
  const late = limited(async () => "late", stop.signal);
  const patient = limited(async () => "patient");
  stop.abort();
  await expect(late).rejects.toMatchObject({ code: "unavailable" });
  first.resolve("first");
  expect(await Promise.all([running, patient])).toEqual(["first", "patient"]);
});

it("frees every place", async () => {
  const limited = createConcurrencyLimit({ concurrency: 2, maxWaiting: 0 });
  for (let round = 0; round < 5; round++) {
    await Promise.all([limited(async () => round), limited(async () => round)]);
  }
  await limited(() => Promise.reject(new Error("no"))).catch(() => {});
  await expect(Promise.all([limited(async () => 1), limited(async () => 2)])).resolves.toEqual([1, 2]);
});
