import { afterAll, expect, it, vi } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";
import { listen } from "./listen.ts";

const database = await createTestDatabase();

afterAll(database.drop);

it("hears what is said, once it has said that it listens", async () => {
  const heard: string[] = [];
  const ready = Promise.withResolvers<void>();
  const listening = listen(database.connectionString, {
    channel: "news",
    applicationName: "test",
    onNotification: (payload) => heard.push(payload),
    onListening: ready.resolve,
  });
  await ready.promise;
  await database.db.pool.query("NOTIFY news, 'one'");
  await vi.waitFor(() => expect(heard).toEqual(["one"]), { timeout: 20_000 });
  await listening.close();
});

it("goes on where a connection ends before it listens, and no error is left to nobody", async () => {
  const left: unknown[] = [];
  const note = (error: unknown) => left.push(error);
  process.on("unhandledRejection", note);
  const lost: unknown[] = [];
  const listening = listen(database.connectionString, {
    // Nobody can listen to it: each connection is given up again.
    channel: "",
    applicationName: "test",
    onNotification: () => {},
    onListening: () => {},
    onLost: (error) => lost.push(error),
  });
  await vi.waitFor(() => expect(lost.length).toBeGreaterThan(1), { timeout: 20_000 });
  await listening.close();
  process.off("unhandledRejection", note);
  expect(left).toEqual([]);
});
