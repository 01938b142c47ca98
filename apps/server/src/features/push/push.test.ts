import { randomBytes } from "node:crypto";
import type { PushSubscription } from "@repasa/contract/push.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { endSessions } from "#features/operators/operators.service.ts";
import { signInElsewhere } from "#testing/auth-calls.ts";
import { createDevice, startPushService } from "#testing/push-service.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { findKeys } from "./push.keys.ts";

const URL = "/api/push/subscriptions";
const DAY_MS = 86_400_000;

const service = await startPushService();
const app = await sharedTestApp({ environment: { PUSH_HOSTS: service.origin, RATE_LIMIT: "on" } });
afterAll(() => service.close());

let ana: TestClient;
let count = 0;

beforeEach(async () => {
  ana = await app.register();
  service.behave(() => 201);
  service.received.length = 0;
});

/** Creates what a browser sends to subscribe; nobody answers at its address. */
async function newSubscription(endpoint = `${service.origin}/nobody/${++count}`) {
  return (await createDevice(endpoint)).subscription;
}

async function subscribe(client: TestClient, body?: object): Promise<PushSubscription> {
  const response = await client.post<PushSubscription>(URL, body ?? (await newSubscription()));
  expect(response.status).toBe(201);
  return response.body;
}

const list = async (client = ana) => (await client.get<PushSubscription[]>(URL)).body;
const listIds = async (client = ana) => (await list(client)).map(({ id }) => id);
const selectRows = async (client = ana) =>
  (await app.database.pool.query("SELECT * FROM push_subscriptions WHERE user_id = $1", [client.userId])).rows;

describe("the key for pushes", () => {
  it("is a point of P-256, and the same in every answer of every server", async () => {
    const other = await createTestApp({ beside: app });
    const { body } = await ana.get<{ publicKey: string }>("/api/push/key");
    const bytes = Buffer.from(body.publicKey, "base64url");
    expect([bytes.length, bytes[0], Object.keys(body)]).toEqual([65, 4, ["publicKey"]]);
    expect((await ana.get("/api/push/key")).body).toEqual(body);
    expect((await findKeys(other.ctx)).publicKey).toBe(body.publicKey);
    await other.close();
  });

  it("is made once by servers that start at the same time", async () => {
    await app.database.pool.query("DELETE FROM push_keys");
    const contexts = Array.from({ length: 8 }, () => ({ ...app.ctx }));
    const keys = await Promise.all(contexts.map(findKeys));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
    const { rows } = await app.database.pool.query("SELECT public_key, private_key FROM push_keys");
    expect(rows).toEqual([{ public_key: keys[0]?.publicKey, private_key: keys[0]?.privateKey }]);
  });
});

describe("a subscription", () => {
  it("is answered without its address and keys, and marked in the session that made it", async () => {
    const subscription = await newSubscription();
    const response = await ana.post<PushSubscription>(URL, {
      ...subscription,
      expirationTime: null,
      label: " Mi móvil ",
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(Number),
      label: "Mi móvil",
      createdAt: app.clock.now().toISOString(),
      current: true,
    });
    const other = await signInElsewhere(app, ana);
    const second = await subscribe(other);
    expect(second).toMatchObject({ label: null, current: true });
    expect(await list()).toEqual([response.body, { ...second, current: false }]);
    expect((await list(other)).map(({ current }) => current)).toEqual([false, true]);
  });

  it("is the same after the same endpoint was posted again, with the new keys", async () => {
    const first = await newSubscription();
    const { id, createdAt } = await subscribe(ana, { ...first, label: "Portátil" });
    app.clock.advance(60_000);
    const renewed = await newSubscription(first.endpoint);
    expect(await subscribe(ana, renewed)).toEqual({ id, createdAt, label: "Portátil", current: true });
    expect(await subscribe(ana, { ...renewed, label: "Trabajo" })).toMatchObject({ id, label: "Trabajo" });
    expect(await selectRows()).toMatchObject([{ endpoint: first.endpoint, ...renewed.keys }]);
  });

  it("is the oldest one that an eleventh replaces, however many are posted at once", async () => {
    const ids: number[] = [];
    for (let made = 0; made < 10; made++) {
      ids.push((await subscribe(ana)).id);
      app.clock.advance(1000);
    }
    expect(await listIds()).toEqual(ids);
    const { id } = await subscribe(ana);
    expect(await listIds()).toEqual([...ids.slice(1), id]);
    app.clock.advance(1000);
    const bodies = await Promise.all(Array.from({ length: 8 }, () => newSubscription()));
    const made = await Promise.all(bodies.map((body) => subscribe(ana, body)));
    const left = await listIds();
    expect(left).toHaveLength(10);
    expect(made.every(({ id }) => left.includes(id))).toBe(true);
  });

  it("belongs to the account that posted its endpoint last", async () => {
    const eva = await app.register();
    const subscription = await newSubscription();
    const { id } = await subscribe(ana, { ...subscription, label: "de Ana" });
    await app.database.pool.query("UPDATE push_subscriptions SET served_for = $1", [app.clock.now()]);
    app.clock.advance(1000);
    const taken = await subscribe(eva, subscription);
    expect(taken).toMatchObject({ label: null, createdAt: app.clock.now().toISOString(), current: true });
    expect([await listIds(), await listIds(eva)]).toEqual([[], [taken.id]]);
    expect(await selectRows(eva)).toMatchObject([{ served_for: null }]);
    expect((await ana.delete(`${URL}/${id}`)).status).toBe(404);
    expect(await listIds(eva)).toEqual([taken.id]);
  });

  it("belongs to one of two accounts that post its endpoint at once", async () => {
    const eva = await app.register();
    for (let round = 0; round < 10; round++) {
      const subscription = await newSubscription();
      await Promise.all([subscribe(ana, subscription), subscribe(eva, subscription)]);
      const { rows } = await app.database.pool.query("SELECT user_id FROM push_subscriptions WHERE endpoint = $1", [
        subscription.endpoint,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  it("is removed by its owner", async () => {
    const [first, second] = [await subscribe(ana), await subscribe(ana)];
    expect((await ana.delete(`${URL}/${first.id}`)).status).toBe(204);
    expect(await listIds()).toEqual([second.id]);
    expect((await ana.delete(`${URL}/${first.id}`)).status).toBe(404);
  });

  it("is neither seen nor changed by others", async () => {
    const eva = await app.register();
    const { id } = await subscribe(ana);
    expect(await list(eva)).toEqual([]);
    expect((await eva.delete(`${URL}/${id}`)).status).toBe(404);
    expect((await eva.post(`${URL}/${id}/test`)).status).toBe(404);
    expect(await listIds()).toEqual([id]);
  });
});

describe("a subscription is refused", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "https://evil.example/push",
    "https://fcm.googleapis.com.evil.example/push",
    "https://ana@fcm.googleapis.com/push",
    "https://fcm.googleapis.com:8443/push",
    "http://localhost:4000/push",
    "no es una dirección",
    "",
    "\u0000",
    `https://fcm.googleapis.com/${"x".repeat(5000)}`,
  ])("at the endpoint %j", async (endpoint) => {
    const response = await ana.post(URL, { ...(await newSubscription()), endpoint });
    expect(response).toMatchObject({
      status: 400,
      body: { code: "validation_failed", issues: [{ path: "endpoint" }] },
    });
    expect(await list()).toEqual([]);
  });

  it("at an address of more than 2,000 characters, and accepted at one of 2,000", async () => {
    const start = `${service.origin}/`;
    const longest = start + randomBytes(1500).toString("base64url").slice(start.length);
    expect(longest).toHaveLength(2000);
    expect((await ana.post(URL, await newSubscription(`${longest}x`))).status).toBe(400);
    expect((await ana.post(URL, await newSubscription(longest))).status).toBe(201);
  });

  it("at a known service only over https", async () => {
    const { keys } = await newSubscription();
    expect((await ana.post(URL, { endpoint: "http://web.push.apple.com/1", keys })).status).toBe(400);
    expect((await ana.post(URL, { endpoint: `https://web.push.apple.com/${ana.userId}`, keys })).status).toBe(201);
  });

  it("with invalid keys", async () => {
    const { endpoint, keys } = await newSubscription();
    for (const [change, path] of [
      [{ p256dh: keys.auth }, "keys.p256dh"],
      [{ p256dh: Buffer.alloc(65, 4).toString("base64url") }, "keys.p256dh"],
      [{ p256dh: 7 }, "keys.p256dh"],
      [{ auth: `${keys.auth}AA` }, "keys.auth"],
      [{ auth: "" }, "keys.auth"],
      [{ auth: null }, "keys.auth"],
    ] as const) {
      const response = await ana.post(URL, { endpoint, keys: { ...keys, ...change } });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
    expect((await ana.post(URL, { endpoint })).status).toBe(400);
    expect((await ana.post(URL, { keys })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it("with a label over 100 characters, and accepted with one of 100", async () => {
    const subscription = await newSubscription();
    const response = await ana.post(URL, { ...subscription, label: "x".repeat(101) });
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path: "label" }] } });
    expect(await subscribe(ana, { ...subscription, label: "ñ".repeat(100) })).toMatchObject({ label: "ñ".repeat(100) });
  });

  it("without a session", async () => {
    const visitor = app.visitor();
    const calls = [visitor.get("/api/push/key"), visitor.get(URL), visitor.post(URL, await newSubscription())];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe("a subscription ends", () => {
  it("when its session is signed out of, and no other one does", async () => {
    const elsewhere = await signInElsewhere(app, ana);
    const { id } = await subscribe(elsewhere);
    await subscribe(ana);
    expect((await ana.post("/api/auth/logout")).status).toBe(204);
    expect(await listIds(elsewhere)).toEqual([id]);
  });

  it("not when an earlier session of the same browser ends", async () => {
    const subscription = await newSubscription();
    await subscribe(ana, subscription);
    const again = await signInElsewhere(app, ana);
    const { id } = await subscribe(again, subscription);
    await ana.post("/api/auth/logout");
    expect(await listIds(again)).toEqual([id]);
  });

  it("when its session is ended elsewhere", async () => {
    const elsewhere = await signInElsewhere(app, ana);
    await subscribe(elsewhere);
    const { body } = await ana.get<{ id: string; current: boolean }[]>("/api/auth/sessions");
    const other = body.find(({ current }) => !current);
    expect((await ana.delete(`/api/auth/sessions/${other?.id}`)).status).toBe(204);
    expect([await list(), await selectRows()]).toEqual([[], []]);
  });

  it("when a new password is set by a link", async () => {
    await subscribe(ana);
    await app.visitor().post("/api/auth/reset-password", { email: ana.email });
    await app.runJobs("auth.reset");
    const letter = app.mails.findLast(({ to }) => to === ana.email);
    const token = /\/new-password#token=([\w-]+)/.exec(letter?.text ?? "")?.[1];
    const password = "otra clave larga";
    const response = await app.visitor().post("/api/auth/new-password", { token, password, confirmPassword: password });
    expect(response.status).toBeLessThan(300);
    expect(await selectRows()).toEqual([]);
  });

  it("when its session expires, before the expired session is deleted and with it", async () => {
    await subscribe(ana);
    app.clock.advance(61 * DAY_MS);
    const again = await signInElsewhere(app, ana);
    expect(await list(again)).toEqual([]);
    expect(await selectRows()).toHaveLength(1);
    await app.runHandler("auth", "deleteExpired");
    expect(await selectRows()).toEqual([]);
  });

  it("when an operator ends all sessions", async () => {
    await subscribe(ana);
    await endSessions(app.ctx, ana.email);
    expect(await selectRows()).toEqual([]);
  });

  it("with its account", async () => {
    await subscribe(ana);
    expect((await ana.delete("/api/auth/delete-account")).status).toBe(204);
    expect(await selectRows()).toEqual([]);
  });

  it("if it is posted while its session ends", async () => {
    for (let round = 0; round < 10; round++) {
      const browser = await signInElsewhere(app, ana);
      const body = await newSubscription();
      const [made, ended] = await Promise.all([browser.post(URL, body), app.ctx.db.execute(`DELETE FROM sessions`)]);
      expect(ended.rowCount).toBeGreaterThan(0);
      expect([201, 401]).toContain(made.status);
      expect(await selectRows()).toEqual([]);
    }
  });
});

describe("a trial notification", () => {
  /** Subscribes a browser that receives messages. */
  async function addDevice(client = ana) {
    const { body } = await client.get<{ publicKey: string }>("/api/push/key");
    const device = await service.subscribe(body.publicKey);
    return { device, ...(await subscribe(client, device.subscription)) };
  }
  const tryOut = ({ id }: { id: number }, client = ana) => client.post(`${URL}/${id}/test`);

  it("reaches the device, with the number of pending cards", async () => {
    const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Química" });
    await ana.post(`/api/folders/${folder.id}/cards`, { front: "H₂O", back: "agua" });
    const added = await addDevice();
    expect((await tryOut(added)).status).toBe(204);
    expect(added.device.messages).toEqual([
      { title: "Repasa", body: "Los avisos funcionan en este dispositivo", url: "/study", tag: "repaso", badge: 1 },
    ]);
    const [push] = service.received;
    expect(push?.headers).toMatchObject({ ttl: "60", topic: "repaso", urgency: "normal" });
    expect(push?.claims.sub).toBe("mailto:soporte@repasa.example");
    expect(service.problems).toEqual([]);
  });

  it("is sent at most ten times an hour to a device, however many accounts subscribe it", async () => {
    const { device } = await addDevice();
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth++) {
      const client = await app.register();
      statuses.push((await tryOut(await subscribe(client, device.subscription), client)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429]);
    expect(device.messages).toHaveLength(10);
    // Other devices are not concerned.
    expect((await tryOut(await addDevice())).status).toBe(204);
  });

  it("is sent at most once a minute to a device, also after it was added anew", async () => {
    const [one, other] = [await addDevice(), await addDevice()];
    expect((await tryOut(one)).status).toBe(204);
    expect((await tryOut(other)).status).toBe(204);
    const refused = await tryOut(one);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    const seconds = Number(refused.headers["retry-after"]);
    expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    await ana.delete(`${URL}/${one.id}`);
    expect((await tryOut(await subscribe(ana, one.device.subscription))).status).toBe(429);
    expect(one.device.messages).toHaveLength(1);
  });

  it.each([404, 410])("removes the subscription if the service answers %i", async (status) => {
    const added = await addDevice();
    service.behave(() => status);
    expect((await tryOut(added)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it.each([400, 403, 413, 429, 500, 302])("leaves the subscription if the service answers %i", async (status) => {
    const added = await addDevice();
    service.behave(() => status);
    const response = await tryOut(added);
    expect(response).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(response.headers["retry-after"]).toBe("60");
    expect(await listIds()).toEqual([added.id]);
  });

  it("is not sent to an endpoint that is no longer allowed", async () => {
    const added = await addDevice();
    const strict = await createTestApp({ beside: app });
    const response = await strict.app.inject({
      method: "POST",
      url: `${URL}/${added.id}/test`,
      headers: { cookie: ana.cookie() },
    });
    expect(response.statusCode).toBe(503);
    expect(service.received).toEqual([]);
    await strict.close();
  });
});
