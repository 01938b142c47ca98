// @module-tag hostile
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

/** A server that aborts downloads that stall for one second, which is less than the next download waits. */
const app = await sharedTestApp({ patience: { stalledFileMs: 1_000 } });
await app.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.app.server.address() as AddressInfo;

async function download(client: TestClient): Promise<IncomingMessage> {
  const headers = { cookie: client.cookie() };
  const [answer] = await once(get({ port, path: "/api/account/export?format=json", headers }), "response");
  return answer;
}

describe("a download that its client does not read", () => {
  it("is aborted, so that the next download of the account can start", async () => {
    const ana = await app.register();
    const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Enorme" });
    // This is more than the system buffers for the two ends of a connection.
    await app.database.pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, ease_factor, interval, created_at, updated_at)
       SELECT $1, $2, n || repeat('x', 19000), 'y', 'new', 0, 250, 0, now(), now() FROM generate_series(1, 1500) AS n`,
      [ana.userId, folder.id],
    );
    const stalled = await download(ana);
    expect(stalled.statusCode).toBe(200);
    // On a busy machine the stalled download may end only after the next one has stopped waiting for it.
    let next = await download(ana);
    for (let tries = 0; next.statusCode === 429 && tries < 3; tries++) next = await download(ana);
    expect(next.statusCode).toBe(200);
    expect(JSON.parse((await buffer(next)).toString()).cards).toHaveLength(1500);
    // The reset connection shows a browser that the file is incomplete.
    await expect(buffer(stalled)).rejects.toMatchObject({ code: "ECONNRESET" });
  });
});
