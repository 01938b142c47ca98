import type { webcrypto } from "node:crypto";
import type { DeviceKey } from "@repasa/contract/account.ts";
import { DEFAULT_PREFERENCES } from "@repasa/contract/samples.ts";
import { describe, expect, it } from "vitest";
import { momentAt } from "#platform/time/local-days.ts";
import { download } from "#testing/export-files.ts";
import { refusingThrottle } from "#testing/refusing-throttle.ts";
import { sharedTestApp } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { trackAccess } from "./account.service.ts";

const NOW = new Date("2026-03-10T12:00:00Z");

const app = await sharedTestApp({ now: NOW.toISOString() });
const visitor = app.visitor();

async function selectRows(table: "access_events", email: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.pool.query(`select * from ${table} where email = $1 order by id`, [email]);
  return rows;
}

describe("preferences", () => {
  const url = "/api/user/preferences";

  it("are the defaults until one is changed, which does not change the others", async () => {
    const client = await app.register();
    expect(await client.get(url)).toMatchObject({ status: 200, body: DEFAULT_PREFERENCES });
    expect(await client.put(url, { theme: "dark" })).toMatchObject({
      status: 200,
      body: { ...DEFAULT_PREFERENCES, theme: "dark" },
    });
    expect((await client.put(url, { shortcuts: false })).body).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: "dark",
      shortcuts: false,
    });
    const all = {
      theme: "light",
      shortcuts: true,
      desiredRetention: 0.85,
      dayStartHour: 0,
      newCardsPerDay: 20,
      reviewsPerDay: 80,
      quietDays: [1, 1, 1, 1, 0.5, 0, 0.25],
      sessionSize: null,
      answerMode: "mix",
      newCardsOffered: true,
      forgottenExplained: true,
      costlyNamedOn: "2026-03-01",
      refit: false,
      reminder: true,
      reminderHour: 7,
      reminderMinute: 30,
      reminderChannels: ["push", "mail"],
    };
    const stored = { ...all, reminderStop: null, asksAboutForgotten: false, retentionQuestionFrom: null };
    expect((await client.put(url, { ...all, reminderStop: "new" })).body).toEqual(stored);
    expect((await client.put(url, {})).body).toEqual(stored);
    expect((await client.get(url)).body).toEqual(stored);
  });

  it("say whom to ask, once, whether they know 'No la recordé': who recalled 50 cards in a row and never pressed it", async () => {
    const client = await app.register();
    const learn = (row: number, hard: number | null) =>
      app.database.pool.query(
        `INSERT INTO user_scheduling (user_id, recalled_in_a_row, hard_since_forgotten) VALUES ($1, $2, $3)
        ON CONFLICT (user_id) DO UPDATE SET recalled_in_a_row = $2, hard_since_forgotten = $3`,
        [client.userId, row, hard],
      );
    const asks = async () => (await client.get<{ asksAboutForgotten: boolean }>(url)).body.asksAboutForgotten;
    const seen = [];
    for (const [row, hard] of [
      [49, null],
      [50, 0],
      [50, null],
    ] as const) {
      await learn(row, hard);
      seen.push(await asks());
    }
    expect(seen).toEqual([false, false, true]);
    const { body } = await client.put(url, { forgottenExplained: true });
    expect(body).toMatchObject({ forgottenExplained: true, asksAboutForgotten: false });
    expect(await asks()).toBe(false);
  });

  it.each([10, 20, 40, null])("preserve a session size of %s when another preference changes", async (sessionSize) => {
    const client = await app.register();
    expect((await client.put(url, { sessionSize })).body).toEqual({ ...DEFAULT_PREFERENCES, sessionSize });
    expect((await client.put(url, { shortcuts: true })).body).toEqual({ ...DEFAULT_PREFERENCES, sessionSize });
  });

  it("are each user's own", async () => {
    const [client, other] = [await app.register(), await app.register()];
    await client.put(url, { theme: "dark", desiredRetention: 0.95 });
    expect((await other.get(url)).body).toEqual(DEFAULT_PREFERENCES);
    await other.put(url, { userId: client.userId, theme: "light" });
    expect((await client.get(url)).body).toEqual({ ...DEFAULT_PREFERENCES, theme: "dark", desiredRetention: 0.95 });
  });

  it("use the product's retention while the user has chosen none", async () => {
    const client = await app.register();
    await client.put(url, { theme: "dark" });
    const { rows } = await app.database.pool.query(
      "select desired_retention from user_preferences where user_id = $1",
      [client.userId],
    );
    expect(rows).toEqual([{ desired_retention: null }]);
  });

  it("can be changed by concurrent calls", async () => {
    const client = await app.register();
    const changes = [{ theme: "dark" }, { shortcuts: false }, { desiredRetention: 0.8 }];
    const responses = await Promise.all(changes.map((change) => client.put(url, change)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await client.get(url)).body).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: "dark",
      shortcuts: false,
      desiredRetention: 0.8,
    });
  });

  const channels = "Elige correo, avisos o los dos";
  const quiet = "Los días tranquilos son siete pesos de 0 a 1, y al menos uno mayor que 0";
  const retention = "La retención debe estar entre 0,80 y 0,95";
  it.each([
    [{ theme: "azul" }, "theme", "Elige sistema, claro u oscuro"],
    [{ dayStartHour: 7 }, "dayStartHour", "El día debe empezar entre las 0 y las 6"],
    [{ dayStartHour: -1 }, "dayStartHour", "El día debe empezar entre las 0 y las 6"],
    [{ dayStartHour: 4.5 }, "dayStartHour", "El día debe empezar entre las 0 y las 6"],
    [{ dayStartHour: null }, "dayStartHour", "El día debe empezar entre las 0 y las 6"],
    [{ newCardsPerDay: -1 }, "newCardsPerDay", "Las cartas nuevas por día deben ser un número de 0 a 1000"],
    [{ newCardsPerDay: 1.5 }, "newCardsPerDay", "Las cartas nuevas por día deben ser un número de 0 a 1000"],
    [{ sessionSize: 15 }, "sessionSize", "Elige 10, 20, 40 o todas"],
    [{ sessionSize: "20" }, "sessionSize", "Elige 10, 20, 40 o todas"],
    [{ newCardsOffered: null }, "newCardsOffered", "Debe ser verdadero o falso"],
    [{ forgottenExplained: 1 }, "forgottenExplained", "Debe ser verdadero o falso"],
    [{ refit: "sí" }, "refit", "Debe ser verdadero o falso"],
    [{ quietDays: [1, 1, 1, 1, 1, 1] }, "quietDays", quiet],
    [{ quietDays: [0, 0, 0, 0, 0, 0, 0] }, "quietDays", quiet],
    [{ quietDays: "1111111" }, "quietDays", quiet],
    [{ quietDays: null }, "quietDays", quiet],
    [{ quietDays: [1, 1, 1, 1, 1, 1, 1.5] }, "quietDays.6", quiet],
    [{ quietDays: [1, 1, 1, 1, 1, 1, null] }, "quietDays.6", quiet],
    [{ reminderHour: 24 }, "reminderHour", "La hora debe estar entre 0 y 23"],
    [{ reminderMinute: 15 }, "reminderMinute", "Los minutos deben ser 0 o 30"],
    [{ reminderChannels: [] }, "reminderChannels", channels],
    [{ reminderChannels: ["mail", "mail"] }, "reminderChannels", channels],
    [{ reminderChannels: "push" }, "reminderChannels", channels],
    [{ reminderChannels: null }, "reminderChannels", channels],
    [{ reminderChannels: ["mail", "sms"] }, "reminderChannels.1", channels],
    [{ reminder: 1 }, "reminder", "Debe ser verdadero o falso"],
    [{ shortcuts: "no" }, "shortcuts", "Debe ser verdadero o falso"],
    [{ desiredRetention: 0.79 }, "desiredRetention", retention],
    [{ desiredRetention: 0.951 }, "desiredRetention", retention],
    [{ desiredRetention: "0.9" }, "desiredRetention", retention],
    [{ desiredRetention: null }, "desiredRetention", retention],
  ])("are refused with an invalid value: %j", async (body, path, message) => {
    const client = await app.register();
    const response = await client.put(url, body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message, code: "validation_failed", issues: [{ path, message }] });
    expect((await client.get(url)).body).toEqual(DEFAULT_PREFERENCES);
  });

  it("need a session", async () => {
    for (const response of [await visitor.get(url), await visitor.put(url, { theme: "dark" })]) {
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ message: "Unauthorized" });
    }
  });
});

describe("the device key", () => {
  const url = "/api/user/device-key";

  it("is made once for each account, although two devices ask at the same time, and only its owner gets it", async () => {
    const [ana, leo] = [await app.register(), await app.register()];
    const [first, second] = await Promise.all([ana.get<DeviceKey>(url), ana.get<DeviceKey>(url)]);
    expect(first).toMatchObject({ status: 200, body: { kty: "EC", crv: "P-256" } });
    expect(second.body).toEqual(first.body);
    expect((await ana.get(url)).body).toEqual(first.body);
    expect((await leo.get<DeviceKey>(url)).body.d).not.toBe(first.body.d);
    expect((await visitor.get(url)).status).toBe(401);
  });

  it("is a pair: what is agreed on with the public half is agreed on with the private one", async () => {
    const { body } = await (await app.register()).get<DeviceKey>(url);
    const importKey = (key: webcrypto.JsonWebKey, usages: webcrypto.KeyUsage[]) =>
      crypto.subtle.importKey("jwk", key, { name: "ECDH", namedCurve: "P-256" }, true, usages);
    const { d: _, ...half } = body;
    const other = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const agree = (one: CryptoKey, theirs: CryptoKey) =>
      crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, one, 256);
    const sealing = await agree(other.privateKey, await importKey(half, []));
    const opening = await agree(await importKey(body, ["deriveBits"]), other.publicKey);
    expect(Buffer.from(opening)).toEqual(Buffer.from(sealing));
  });

  it("is in no export", async () => {
    const client = await app.register();
    const { body } = await client.get<DeviceKey>(url);
    const exported = await download(app, client, "account/export");
    expect(exported.body.includes(body.d)).toBe(false);
  });
});

describe("a visit", () => {
  it("is stored for a user who is signed in", async () => {
    const client = await app.register();
    const response = await client.post("/api/track-access", { email: "Quien@Example.com", mobile: false });
    expect(response.status).toBe(204);
    expect(response.body).toBeFalsy();
    expect(await selectRows("access_events", "quien@example.com")).toEqual([
      { id: expect.any(Number), user_id: client.userId, email: "quien@example.com", mobile: false, created_at: NOW },
    ]);
  });

  it("is stored without an account, with any text as the address", async () => {
    for (const email of ["{email}", "anónimo", "İ".repeat(255), "😀".repeat(127)]) {
      expect(await visitor.post("/api/track-access", { email, mobile: true })).toMatchObject({ status: 204 });
    }
    expect(await selectRows("access_events", "{email}")).toMatchObject([{ user_id: null, mobile: true }]);
  });

  it.each([
    [{ mobile: true }, "email", "Debe ser un texto"],
    [{ email: "a".repeat(256), mobile: true }, "email", "El texto no puede superar los 255 caracteres"],
    [{ email: "a\u0000", mobile: true }, "email", "El texto contiene caracteres no válidos"],
    [{ email: "a" }, "mobile", "Debe ser verdadero o falso"],
    [{ email: "a", mobile: "no" }, "mobile", "Debe ser verdadero o falso"],
  ])("is refused with an invalid value: %#", async (body, path, message) => {
    const response = await visitor.post("/api/track-access", body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message, code: "validation_failed", issues: [{ path, message }] });
  });

  it("is deleted after 400 days, and not before", async () => {
    const day = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    for (const created of [day(401), day(400.1), day(399.9), day(0)]) {
      await app.database.pool.query(
        "insert into access_events (email, mobile, created_at) values ('antigua', true, $1)",
        [created],
      );
    }
    await app.runHandler("account", "deleteOldVisits");
    expect((await selectRows("access_events", "antigua")).map((row) => row.created_at)).toEqual([day(399.9), day(0)]);
  });

  it("is throttled by address before anything is stored", async () => {
    const { throttle, taken } = refusingThrottle();
    const ctx = testContext(app.database, { throttle });
    const client = { address: "203.0.113.7", userAgent: null };
    const tracking = trackAccess(ctx, null, momentAt(NOW, { timeZone: "UTC", dayStartHour: 4 }), client, {
      email: "frenado",
      mobile: true,
    });
    await expect(tracking).rejects.toThrow("too many");
    expect(taken).toEqual([["accessAddress", "203.0.113.7"]]);
    expect(await selectRows("access_events", "frenado")).toEqual([]);
  });
});
