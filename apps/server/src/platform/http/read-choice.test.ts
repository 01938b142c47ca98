import { catalog } from "@repasa/catalog/catalog.ts";
import type { CatalogFolder } from "@repasa/contract/store.ts";
import { expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { createTestDatabase } from "#testing/test-database.ts";

const copy = await createTestDatabase();
// A role that may only read is enough.
const app = await sharedTestApp({
  replicaUrl: `${copy.connectionString}?options=-c%20default_transaction_read_only%3Don`,
});
const SLUG = catalog[0]?.slug ?? "";
const MARK = 7_777;

/** Sees the folder of the store in the replica alone. */
async function marked(): Promise<TestClient> {
  const client = await app.register();
  await copy.db.pool.query(
    `INSERT INTO users (id, email, password_hash, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES ($1, $2, '-', '2026-03-01Z', '2026-03-01Z')`,
    [client.userId, client.email],
  );
  await copy.db.pool.query(
    `INSERT INTO folders (id, user_id, name, catalog_slug, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES ($1, $2, 'Solo en la réplica', $3, '2026-03-01Z', '2026-03-01Z')`,
    [MARK, client.userId, SLUG],
  );
  return client;
}

/** When the cookie has ended by which a browser shows that it has just written. */
async function later<T>(client: TestClient, url: string) {
  const cookie = client.cookie().replace(/(; )?repasa-wrote=1/, "");
  const answer = await app.app.inject({ url, headers: { cookie } });
  return { status: answer.statusCode, body: answer.json<T>() };
}

const copyOf = (folders: CatalogFolder[]) => folders.find(({ slug }) => slug === SLUG)?.folderId;

it("reads from the replica what may be seconds old, and nothing else; while it is away, from the database itself", async () => {
  const client = await marked();
  expect(copyOf((await client.get<CatalogFolder[]>("/api/store/folders")).body)).toBeNull();
  expect(copyOf((await later<CatalogFolder[]>(client, "/api/store/folders")).body)).toBe(MARK);
  expect((await later(client, `/api/store/folders/${SLUG}`)).body).toMatchObject({ folderId: MARK });
  expect((await later(client, "/api/folders")).body).toEqual([]);
  const statistics = ["retention?days=30", "calibration", "card-states", "workload", "activity"];
  for (const path of statistics) expect((await later(client, `/api/user/${path}`)).status, path).toBe(200);

  await copy.drop();
  expect(copyOf((await later<CatalogFolder[]>(client, "/api/store/folders")).body)).toBeNull();
  for (const path of statistics) expect((await later(client, `/api/user/${path}`)).status, path).toBe(200);
});

it("tells a browser that writes to read from the database itself for a moment, on every server", async () => {
  const client = await app.register();
  const answer = await client.post("/api/folders", { name: "Química" });
  expect(String(answer.headers["set-cookie"])).toMatch(/^repasa-wrote=1; Max-Age=10; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await client.get("/api/folders")).headers["set-cookie"]).toBeUndefined();
});
