import { afterAll, expect, it, vi } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";
import { listen } from "./listen.ts";

const database = await createTestDatabase();

afterAll(database.drop);

it("receives notifications once it has reported that it listens", async () => {
  const received: string[] = [];
  const ready = Promise.withResolvers<void>();
  const listening = listen(database.connectionString, {
    channel: "news",
    applicationName: "test",
    onNotification: (payload) => received.push(payload),
    onListening: ready.resolve,
  });
  await ready.promise;
  await database.db.pool.query("NOTIFY news, 'one'");
  await vi.waitFor(() => expect(received).toEqual(["one"]));
  await listening.close();
});

it("keeps trying if a connection ends before it listens, without unhandled rejections", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  const lost: unknown[] = [];
  const listening = listen(database.connectionString, {
    // LISTEN fails for this name, so each connection is given up.
    channel: "",
    applicationName: "test",
    onNotification: () => {},
    onListening: () => {},
    onLost: (error) => lost.push(error),
  });
  await vi.waitFor(() => expect(lost.length).toBeGreaterThan(1));
  await listening.close();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
