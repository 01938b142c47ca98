import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { StudySession } from "@repasa/contract/study.ts";
import pino from "pino";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openQueue } from "#platform/jobs/queue.ts";
import { startPushService } from "#testing/push-service.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { reminderJobs } from "./reminders.jobs.ts";

const MADRID = { timeZone: "Europe/Madrid" };
const UNKNOWN_TOKEN = "00000000-0000-4000-8000-000000000000";
const INVALID_TOKEN = { message: "Este enlace ya no es válido", code: "invalid_token" };

const pushService = await startPushService();
const server = await sharedTestApp({ environment: { PUSH_HOSTS: pushService.origin } });
const queue = await openQueue(server.database, server.clock, pino({ level: "silent" }));
let ana: TestClient;

afterAll(() => queue.close());
afterAll(() => pushService.close());
beforeEach(async () => {
  server.clock.set("2026-03-10T12:00:00Z");
  ana = await server.register();
  // Sends and drops the letter that welcomes the user.
  await server.runJobs();
  server.mails.length = 0;
});

/** Enqueues the planning, which the schedule does every minute. */
const planReminders = () => queue.enqueue(server.database.orm, reminderJobs.plan, [{}]);
const selectRemindersRow = async (client = ana) => {
  const { rows } = await server.database.pool.query("SELECT * FROM user_reminders WHERE user_id = $1", [client.userId]);
  return rows[0];
};
const readReminder = async (client = ana) =>
  (await client.get<{ reminder: boolean }>("/api/user/preferences")).body.reminder;

async function subscribe(client = ana): Promise<string> {
  await client.put("/api/user/preferences", { reminder: true, reminderHour: 18 }, MADRID);
  return (await selectRemindersRow(client)).unsubscribe_token;
}

async function addCard(client = ana): Promise<Card> {
  const { body: folder } = await client.post<Folder>("/api/folders", { name: "Química" }, MADRID);
  return (await client.post<Card>(`/api/folders/${folder.id}/cards`, { front: "H₂O", back: "agua" }, MADRID)).body;
}

async function completeSessions(count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const { body } = await ana.post<StudySession>("/api/study-sessions", {});
    await ana.put(`/api/study-sessions/${body.id}`, { completedAt: server.clock.now().toISOString() });
  }
}

describe("reminders that are switched on", () => {
  it("are mailed once a day, at the chosen hour of the user's time zone", async () => {
    await addCard();
    await subscribe();
    server.clock.set("2026-03-10T16:59:00Z");
    await server.runJobs();
    expect(server.mails).toEqual([]);
    server.clock.set("2026-03-10T17:00:00Z");
    await planReminders();
    await server.runJobs();
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([[ana.email, "1 carta te espera hoy"]]);
    await planReminders();
    await server.runJobs();
    expect(server.mails).toHaveLength(1);
  });

  it("are sent to the devices that have subscribed, if the user has chosen so, and mailed after the sign-out there", async () => {
    await addCard();
    await ana.put("/api/user/preferences", { reminder: true, reminderHour: 18, reminderChannels: ["push"] }, MADRID);
    const browser = server.visitor();
    await browser.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    await server.runJobs();
    server.mails.length = 0;
    const { body } = await browser.get<{ publicKey: string }>("/api/push/key");
    const device = await pushService.subscribe(body.publicKey);
    expect((await browser.post("/api/push/subscriptions", device.subscription)).status).toBe(201);
    const remind = async (now: string) => {
      server.clock.set(now);
      await planReminders();
      await server.runJobs();
    };
    await remind("2026-03-10T17:00:00Z");
    const message = { title: "Repasa", body: "1 carta te espera", url: "/study", tag: "repaso", badge: 1 };
    // Users of other tests are reminded too.
    const subjects = () => server.mails.filter(({ to }) => to === ana.email).map(({ subject }) => subject);
    expect([device.messages, subjects()]).toEqual([[message], []]);
    // The study day ends at four in the morning.
    expect(pushService.received.at(-1)?.headers.ttl).toBe(String(10 * 3600));
    await browser.post("/api/auth/logout");
    await remind("2026-03-11T17:00:00Z");
    expect(device.messages).toHaveLength(1);
    expect(subjects()).toEqual(["1 carta te espera hoy"]);
  });

  it("are scheduled at half past, and at the full hour after a change of the hour alone", async () => {
    const at = async () => (await selectRemindersRow()).next_reminder_at.toISOString();
    await ana.put("/api/user/preferences", { reminder: true, reminderHour: 18, reminderMinute: 30 }, MADRID);
    expect(await at()).toBe("2026-03-10T17:30:00.000Z");
    await ana.get("/api/folders", { timeZone: "Asia/Kathmandu" });
    await vi.waitFor(async () => expect(await at()).toBe("2026-03-10T12:45:00.000Z"));
    await ana.put("/api/user/preferences", { reminderMinute: 0 }, MADRID);
    expect(await at()).toBe("2026-03-10T17:00:00.000Z");
    await ana.put("/api/user/preferences", { reminderMinute: 30 }, MADRID);
    const { body } = await ana.put("/api/user/preferences", { reminderHour: 20 }, MADRID);
    expect(body).toMatchObject({ reminder: true, reminderHour: 20, reminderMinute: 0 });
    expect(await at()).toBe("2026-03-10T19:00:00.000Z");
  });

  it("use the time zone of the last call that contained one", async () => {
    await ana.get("/api/folders", { timeZone: "Asia/Kathmandu" });
    await vi.waitFor(async () => expect(await selectRemindersRow()).toMatchObject({ time_zone: "Asia/Kathmandu" }));
    await ana.get("/api/folders");
    await ana.put("/api/user/preferences", { reminder: true });
    expect(await selectRemindersRow()).toMatchObject({ time_zone: "Asia/Kathmandu" });
  });
});

describe("the offer of reminders", () => {
  const readOffer = async () => (await ana.get<{ offer: boolean; hour: number }>("/api/reminders/offer")).body;

  it("is made after the third completed session, until it is answered", async () => {
    expect(await readOffer()).toEqual({ offer: false, hour: 18, minute: 0 });
    await completeSessions(2);
    await ana.post("/api/study-sessions", {});
    expect(await readOffer()).toMatchObject({ offer: false });
    await completeSessions(1);
    expect(await readOffer()).toMatchObject({ offer: true });
    expect((await ana.post("/api/reminders/offer", { accept: false }, MADRID)).status).toBe(204);
    expect(await readOffer()).toMatchObject({ offer: false });
    expect(await readReminder()).toBe(false);
  });

  it("switches reminders on at the user's hour when it is accepted", async () => {
    await completeSessions(3);
    await ana.put("/api/user/preferences", { reminderHour: 20 });
    expect(await readOffer()).toEqual({ offer: true, hour: 20, minute: 0 });
    await ana.post("/api/reminders/offer", { accept: true }, MADRID);
    expect(await readReminder()).toBe(true);
    expect(await selectRemindersRow()).toMatchObject({ next_reminder_at: new Date("2026-03-10T19:00:00Z") });
    expect(await readOffer()).toMatchObject({ offer: false });
  });

  it("is not made to a user whose reminders are on", async () => {
    await completeSessions(3);
    await subscribe();
    expect(await readOffer()).toMatchObject({ offer: false });
  });

  it("requires a session, and a boolean as the answer", async () => {
    expect((await server.visitor().get("/api/reminders/offer")).status).toBe(401);
    expect((await ana.post("/api/reminders/offer", { accept: "sí" })).status).toBe(400);
  });
});

describe("the link in a mail", () => {
  it("stops the reminders of its account alone, and resumes them, without a session", async () => {
    const eva = await server.register();
    const [token] = [await subscribe(), await subscribe(eva)];
    const visitor = server.visitor();
    const stopped = await visitor.post("/api/reminders/unsubscribe", { token });
    expect(stopped).toMatchObject({ status: 200, body: { reminder: false } });
    expect(await readReminder()).toBe(false);
    expect(await readReminder(eva)).toBe(true);
    expect(await selectRemindersRow()).toMatchObject({ next_reminder_at: null });
    expect((await visitor.post("/api/reminders/unsubscribe", { token })).status).toBe(200);
    const resumed = await visitor.post("/api/reminders/resubscribe", { token });
    expect(resumed).toMatchObject({ status: 200, body: { reminder: true } });
    expect(await readReminder()).toBe(true);
    expect(await selectRemindersRow()).toMatchObject({ next_reminder_at: new Date("2026-03-10T17:00:00Z") });
  });

  it.each([UNKNOWN_TOKEN, "x", "' OR 1=1 --", "0".repeat(5000), "\u0000"])(
    "is refused with the token %j",
    async (token) => {
      await subscribe();
      for (const path of ["/api/reminders/unsubscribe", "/api/reminders/resubscribe"]) {
        expect(await server.visitor().post(path, { token })).toMatchObject({ status: 400, body: INVALID_TOKEN });
      }
    },
  );

  it("is invalid after the account was deleted", async () => {
    const token = await subscribe();
    await ana.delete("/api/auth/delete-account");
    expect(await server.visitor().post("/api/reminders/unsubscribe", { token })).toMatchObject({ status: 400 });
  });
});

describe("POST /unsubscribe (one click, RFC 8058)", () => {
  const FORM = "List-Unsubscribe=One-Click";
  const MULTIPART = [
    "--frontera",
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    "",
    "One-Click",
    "--frontera--",
    "",
  ].join("\r\n");
  const click = (token: string, payload: string | undefined, headers: Record<string, string>) =>
    server.app.inject({ method: "POST", url: `/unsubscribe?token=${token}`, headers, ...(payload && { payload }) });

  it.each([
    ["a form", FORM, { "content-type": "application/x-www-form-urlencoded" }],
    ["a form in capitals", FORM.toLowerCase(), { "content-type": "APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8" }],
    ["a multipart form", MULTIPART, { "content-type": "multipart/form-data; boundary=frontera" }],
    ["no type at all", FORM, {}],
    ["the wrong type", FORM, { "content-type": "application/json" }],
    ["an invalid type", FORM, { "content-type": "???" }],
    ["a body that is not compressed although its header says so", FORM, { "content-encoding": "gzip" }],
    ["an origin of its own", FORM, { origin: "https://mail.example", "sec-fetch-site": "cross-site" }],
  ])("accepts %s, without a session", async (_name, payload, headers) => {
    const token = await subscribe();
    const response = await click(token, payload, headers);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(response.body).toBe("Listo: ya no recibirás recordatorios de Repasa.");
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(await readReminder()).toBe(false);
  });

  it("returns 400 without the form, and stops nothing", async () => {
    const token = await subscribe();
    for (const payload of [undefined, "a=b"]) {
      const response = await click(token, payload, { "content-type": "application/x-www-form-urlencoded" });
      expect(response.statusCode).toBe(400);
    }
    expect(await readReminder()).toBe(true);
  });

  it.each([UNKNOWN_TOKEN, "", "x", "%00", "a&token=b"])("returns 404 for the token %j", async (token) => {
    const response = await click(token, FORM, { "content-type": "application/x-www-form-urlencoded" });
    expect([response.statusCode, response.body]).toEqual([404, INVALID_TOKEN.message]);
  });

  it("returns 413 for a large body", async () => {
    const token = await subscribe();
    const response = await click(token, FORM + "x".repeat(5000), {});
    expect(response.statusCode).toBe(413);
    expect(await readReminder()).toBe(true);
  });

  it("does not permit other origins or content types for other endpoints", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const api = await server.app.inject({ method: "POST", url: "/api/reminders/unsubscribe", headers, payload: FORM });
    expect(api.statusCode).toBe(415);
    const foreign = await server
      .visitor()
      .post("/api/reminders/unsubscribe", { token: UNKNOWN_TOKEN }, { headers: { origin: "https://mail.example" } });
    expect(foreign.status).toBe(403);
  });

  it("changes nothing on GET and HEAD", async () => {
    const token = await subscribe();
    await server.app.inject({ method: "GET", url: `/unsubscribe?token=${token}` });
    await server.app.inject({ method: "HEAD", url: `/unsubscribe?token=${token}` });
    expect(await readReminder()).toBe(true);
  });
});
