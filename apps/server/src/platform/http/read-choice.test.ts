import { catalog } from "@repasa/catalog/catalog.ts";
import type { CatalogFolder } from "@repasa/contract/store.ts";
import { expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { createTestDatabase } from "#testing/test-database.ts";

const replica = await createTestDatabase();
// The connection to the replica may only read.
const app = await sharedTestApp({
  replicaUrl: `${replica.connectionString}?options=-c%20default_transaction_read_only%3Don`,
});
const SLUG = catalog[0]?.slug ?? "";
const REPLICA_FOLDER = 7_777;

/** Registers a user who has a folder of the store in the replica alone. */
async function registerWithReplicaFolder(): Promise<TestClient> {
  const client = await app.register();
  await replica.db.pool.query(
    `INSERT INTO users (id, email, password_hash, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES ($1, $2, '-', '2026-03-01Z', '2026-03-01Z')`,
    [client.userId, client.email],
  );
  await replica.db.pool.query(
    `INSERT INTO folders (id, user_id, name, catalog_slug, created_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES ($1, $2, 'Solo en la réplica', $3, '2026-03-01Z', '2026-03-01Z')`,
    [REPLICA_FOLDER, client.userId, SLUG],
  );
  return client;
}

/** Makes a call as a browser whose cookie for recent writes has expired. */
async function getWithoutWriteCookie<T>(client: TestClient, url: string) {
  const cookie = client.cookie().replace(/(; )?repasa-wrote=1/, "");
  const response = await app.app.inject({ url, headers: { cookie } });
  return { status: response.statusCode, body: response.json<T>() };
}

const findFolderId = (folders: CatalogFolder[]) => folders.find(({ slug }) => slug === SLUG)?.folderId;

it("reads from the replica only what may be stale, and from the primary while the replica is unavailable", async () => {
  const client = await registerWithReplicaFolder();
  expect(findFolderId((await client.get<CatalogFolder[]>("/api/store/folders")).body)).toBeNull();
  expect(findFolderId((await getWithoutWriteCookie<CatalogFolder[]>(client, "/api/store/folders")).body)).toBe(
    REPLICA_FOLDER,
  );
  expect((await getWithoutWriteCookie(client, `/api/store/folders/${SLUG}`)).body).toMatchObject({
    folderId: REPLICA_FOLDER,
  });
  expect((await getWithoutWriteCookie(client, "/api/folders")).body).toEqual([]);
  const statistics = ["retention?days=30", "calibration", "card-states", "workload", "activity"];
  for (const path of statistics)
    expect((await getWithoutWriteCookie(client, `/api/user/${path}`)).status, path).toBe(200);

  await replica.drop();
  expect(findFolderId((await getWithoutWriteCookie<CatalogFolder[]>(client, "/api/store/folders")).body)).toBeNull();
  for (const path of statistics)
    expect((await getWithoutWriteCookie(client, `/api/user/${path}`)).status, path).toBe(200);
});

it("sets a cookie on writes, by which every server reads from the primary for ten seconds", async () => {
  const client = await app.register();
  const response = await client.post("/api/folders", { name: "Química" });
  expect(String(response.headers["set-cookie"])).toMatch(
    /^repasa-wrote=1; Max-Age=10; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect((await client.get("/api/folders")).headers["set-cookie"]).toBeUndefined();
});
