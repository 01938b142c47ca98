// @module-tag hostile
// Checks how often the password may be wrong inside a session, and which calls require a recent confirmation.
import type { Factors } from "@repasa/contract/factors.ts";
import { describe, expect, it } from "vitest";
import { signInElsewhere } from "#testing/auth-calls.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestApp, type TestClient } from "#testing/test-app.ts";

const MINUTE = 60_000;

/** Returns a thief's browser, which sends only the copied cookie of the session. */
function copySession(app: TestApp, client: TestClient): TestClient {
  const cookie = client
    .cookie()
    .split("; ")
    .find((one) => one.startsWith("repasa=")) as string;
  const thief = app.visitor();
  return {
    ...thief,
    post: (path, body, options = {}) => thief.post(path, body, { ...options, headers: { cookie } }),
    put: (path, body, options = {}) => thief.put(path, body, { ...options, headers: { cookie } }),
    delete: (path, options = {}) => thief.delete(path, { ...options, headers: { cookie } }),
  };
}

const form = (currentPassword: string) => ({
  currentPassword,
  password: "otra clave larga",
  confirmPassword: "otra clave larga",
});

/** All calls that require the password of a user who is signed in. */
const guesses: ((client: TestClient) => Promise<{ status: number }>)[] = [
  (client) => client.put("/api/auth/password", form("no es esta")),
  (client) => client.put("/api/auth/email", { email: "x@repasa.example", currentPassword: "no es esta" }),
  (client) => client.delete("/api/auth/delete-account", { body: { password: "no es esta" } }),
  (client) => client.post("/api/user/confirmation", { password: "no es esta" }),
];

async function guess(client: TestClient, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) {
    statuses.push((await (guesses[time % guesses.length] as (typeof guesses)[number])(client)).status);
  }
  return statuses;
}

describe("wrong passwords inside a session", () => {
  it("are counted for that session, and do not affect the owner in another one", async () => {
    const app = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const owner = await app.register();
    const stolen = copySession(app, await signInElsewhere(app, owner));
    expect(await guess(stolen, 12)).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await stolen.put("/api/auth/password", form(PASSWORD))).status).toBe(429);
    expect((await owner.put("/api/auth/password", form(PASSWORD))).status).toBe(200);
    await app.close();
  });

  it("do not affect the owner even if the owner's own session was copied, as the browser is known", async () => {
    const app = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const owner = await app.register();
    expect(await guess(copySession(app, owner), 11)).toEqual([...Array(10).fill(401), 429]);
    expect((await owner.put("/api/auth/password", form(PASSWORD))).status).toBe(200);
    await app.close();
  });

  it("are limited for the account, however many sessions there are", async () => {
    const app = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const owner = await app.register();
    const statuses: number[] = [];
    for (let sessions = 0; sessions < 6; sessions++) {
      statuses.push(...(await guess(copySession(app, await signInElsewhere(app, owner)), 10)));
    }
    expect(statuses).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
    await app.close();
  });
});

describe("ending another session", () => {
  it("requires a confirmation, unless there was one in the last ten minutes", async () => {
    const app = await createTestApp();
    const owner = await app.register();
    const listOtherIds = async () => {
      const { body } = await owner.get<{ id: string; current: boolean }[]>("/api/auth/sessions");
      return body.filter(({ current }) => !current).map(({ id }) => id);
    };
    await signInElsewhere(app, owner);
    const endFirst = async () => owner.delete(`/api/auth/sessions/${(await listOtherIds())[0]}`);
    app.clock.advance(10 * MINUTE - 1);
    expect((await endFirst()).status).toBe(204);
    await signInElsewhere(app, owner);
    app.clock.advance(1);
    expect(await endFirst()).toMatchObject({ status: 403, body: { code: "confirmation_required" } });
    expect((await owner.post("/api/user/confirmation", { password: "no es esta" })).status).toBe(401);
    expect((await endFirst()).status).toBe(403);
    expect((await owner.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
    expect((await endFirst()).status).toBe(204);
    expect(await listOtherIds()).toEqual([]);
    await app.close();
  });

  it("requires none if it is the caller's own", async () => {
    const app = await createTestApp();
    const owner = await app.register();
    app.clock.advance(60 * MINUTE);
    const { body } = await owner.get<{ id: string }[]>("/api/auth/sessions");
    expect((await owner.delete(`/api/auth/sessions/${body[0]?.id}`)).status).toBe(204);
    expect((await owner.get("/api/auth/user")).status).toBe(401);
    await app.close();
  });
});

describe("exporting", () => {
  const app = sharedTestApp();

  it.each(["account", "folder"])("the %s requires a confirmation, except just after signing in", async (scope) => {
    const { clock, register } = await app;
    const client = await register();
    const { body: folder } = await client.post<{ id: number }>("/api/folders", { name: "Historia" });
    const url = `/api/${scope === "account" ? "account" : `folders/${folder.id}`}/export`;
    const exportableFor = async () => {
      const { exportableUntil } = (await client.get<Factors>("/api/user/factors")).body;
      return exportableUntil && Date.parse(exportableUntil) - clock.now().getTime();
    };
    for (const format of ["json", "csv", "apkg"]) {
      expect((await client.get(`${url}?format=${format}`)).status).toBe(200);
    }
    clock.advance(9 * MINUTE);
    expect(await exportableFor()).toBe(MINUTE);
    clock.advance(MINUTE);
    expect(await exportableFor()).toBeNull();
    for (const format of ["json", "csv", "apkg"]) {
      expect(await client.get(`${url}?format=${format}`)).toMatchObject({
        status: 403,
        body: { code: "confirmation_required", message: "Confirma que eres tú para continuar" },
      });
    }
    expect((await client.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
    expect((await client.get(url)).status).toBe(200);
    expect(await exportableFor()).toBe(10 * MINUTE);
    clock.advance(10 * MINUTE);
    expect((await client.get(url)).status).toBe(403);
  });

  it("requires the second factor if there is one: the password alone is not enough", async () => {
    const { clock, register, database } = await app;
    const client = await register();
    await database.pool.query(
      "insert into authenticator_apps (user_id, secret, active, created_at) values ($1, 'GEZDGNBVGY3TQOJQ', true, $2)",
      [client.userId, clock.now()],
    );
    expect((await client.get("/api/account/export")).status).toBe(403);
    await client.post("/api/user/confirmation", { password: PASSWORD });
    expect((await client.get("/api/account/export")).status).toBe(403);
    await database.pool.query(
      "update sessions set sess = jsonb_set(sess::jsonb, '{factorAt}', to_jsonb($2::text)) where user_id = $1",
      [client.userId, clock.now().toISOString()],
    );
    expect((await client.get("/api/account/export")).status).toBe(200);
  });
});
