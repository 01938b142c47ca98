import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { deleteAccountData } from "#features/account/account.deletion.ts";
import { readPreferences } from "#features/account/account.service.ts";
import { findKeys } from "#features/push/push.keys.ts";
import { PermanentFailure } from "#platform/jobs/job.ts";
import { RefusedMail } from "#platform/mail/mail.ts";
import { addDevice as addDeviceOf } from "#testing/push-devices.ts";
import {
  type BrowserDevice,
  type PushChoice,
  type PushServiceResponse,
  startPushService,
} from "#testing/push-service.ts";
import { type RemindersUser, sharedRemindersWorld, type WaitingDigest } from "#testing/reminders-world.ts";
import { at } from "#testing/stats-world.ts";
import { reminderJobHandlers } from "./reminders.job-handlers.ts";

const MADRID = "Europe/Madrid";
const NOON = at("2026-05-10 12:00", MADRID);
const SIX = at("2026-05-10 18:00", MADRID);
const LATER = at("2026-05-10 21:15", MADRID);
const TOMORROW = at("2026-05-11 18:00", MADRID);

const service = await startPushService();
const world = await sharedRemindersWorld({ pushHosts: service.origin });
afterAll(() => service.close());

let ana: RemindersUser;
let folder: number;
let card: number;

beforeEach(async () => {
  await world.empty();
  service.received.length = 0;
  service.behave(() => 201);
  ana = await world.newUser();
  await ana.visit(NOON);
  await ana.choose(NOON, { reminder: true, reminderHour: 18, reminderChannels: ["push"] });
  folder = await ana.log.folder("Historia secreta");
  card = await ana.log.card(folder, NOON);
});

const addDevice = async (now = NOON.now) =>
  addDeviceOf({ pool: world.pool, service, publicKey: (await findKeys(world.ctx)).publicKey }, ana.owner, now);
/** Lets the service answer one device differently than all others. */
const answer = (only: BrowserDevice, choice: PushServiceResponse | PushChoice, others: PushServiceResponse) =>
  service.behave(({ device }) => (device.subscription.endpoint === only.subscription.endpoint ? choice : others));

/** Plans at six, and returns the jobs that this has enqueued. */
async function plan(now = SIX.now): Promise<WaitingDigest[]> {
  await world.plan(now);
  return world.digests.splice(0);
}
const planOne = async () => (await plan())[0] as WaitingDigest;
const countDevices = async () => (await world.pool.query("SELECT FROM push_subscriptions")).rowCount;
const subjects = () => world.mails.map(({ subject }) => subject);
const REMINDER = "1 carta te espera hoy";

describe("a reminder for devices", () => {
  it("reaches each of them once, encrypted and signed, and no mailbox", async () => {
    const devices = [await addDevice(), await addDevice()];
    const jobs = await plan();
    expect(jobs.map(({ channel }) => channel)).toEqual(["push"]);
    await world.deliver(jobs[0] as WaitingDigest, LATER.now);
    await world.deliver(jobs[0] as WaitingDigest, LATER.now);
    const message = { title: "Repasa", body: "1 carta te espera", url: "/study", tag: "repaso", badge: 1 };
    expect(devices.map(({ messages }) => messages)).toEqual([[message], [message]]);
    expect(service.problems).toEqual([]);
    expect(world.mails).toEqual([]);
    expect(await ana.noted()).toMatchObject([{ sentAt: LATER.now }]);
  });

  it("names the number of pending cards, and nothing that the user wrote", async () => {
    const device = await addDevice();
    for (let more = 0; more < 11; more++) await ana.log.card(folder, NOON);
    await world.tick(SIX.now);
    expect(device.messages).toEqual([
      { title: "Repasa", body: "12 cartas te esperan", url: "/study", tag: "repaso", badge: 12 },
    ]);
    expect(JSON.stringify(service.received)).not.toContain("secreta");
  });

  it("lives at the service until the study day ends, under one topic", async () => {
    await addDevice();
    await world.tick(SIX.now);
    // The study day ends at four in the morning.
    expect(service.received[0]?.headers).toMatchObject({ ttl: String(10 * 3600), topic: "repaso", urgency: "normal" });
    const moved = at("2026-05-11 10:00", "America/Bogota");
    await ana.visit(moved);
    await world.tick(at("2026-05-11 18:30", "America/Bogota").now);
    expect(service.received[1]?.headers.ttl).toBe(String(9.5 * 3600));
  });

  it("is planned by the same planner: once a date, at the hour, and not on a finished day", async () => {
    const device = await addDevice();
    await world.tick(at("2026-05-10 17:59", MADRID).now);
    expect(device.messages).toEqual([]);
    for (const time of ["18:00", "18:01", "23:59"]) await world.tick(at(`2026-05-10 ${time}`, MADRID).now);
    expect(device.messages).toHaveLength(1);
    await ana.log.review(card, at("2026-05-11 09:00", MADRID));
    await world.tick(TOMORROW.now);
    expect(device.messages).toHaveLength(1);
  });

  it.each([
    ["a review", () => ana.log.review(card, at("2026-05-10 18:01", MADRID))],
    ["the last card was deleted", () => ana.log.deleteCard(card, LATER)],
    ["reminders were switched off", () => ana.choose(LATER, { reminder: false })],
    ["another channel was chosen", () => ana.choose(LATER, { reminderChannels: ["mail"] })],
    ["the account was deleted", () => deleteAccountData(world.ctx, ana.owner, LATER.now)],
  ])("is not sent after %s", async (_name, change) => {
    const device = await addDevice();
    const job = await planOne();
    await change();
    await world.deliver(job, LATER.now);
    expect([device.messages, world.mails]).toEqual([[], []]);
    expect(await ana.noted()).toEqual([]);
  });

  it("is not sent after its day is over, and the job fails permanently unless it was sent", async () => {
    const device = await addDevice();
    const job = await planOne();
    service.behave(() => 503);
    await expect(world.deliver(job, LATER.now)).rejects.toThrow("called again");
    service.behave(() => 201);
    await expect(world.deliver(job, at("2026-05-11 04:00", MADRID).now)).rejects.toBeInstanceOf(PermanentFailure);
    expect([device.messages, world.mails]).toEqual([[], []]);
    await world.tick(TOMORROW.now);
    expect(device.messages).toHaveLength(1);
  });

  it("is not sent by a worker that was considered dead", async () => {
    const device = await addDevice();
    const { id, data } = await planOne();
    const run = { id, now: LATER.now, enqueuedAt: SIX.now, signal: AbortSignal.abort() };
    await expect(reminderJobHandlers(world.ctx).push(data, run)).rejects.toThrow("another worker");
    expect(device.messages).toEqual([]);
  });
});

describe("a service that fails", () => {
  it.each([429, 500, 503])(
    "with %i is called again after Retry-After, and other devices get nothing twice",
    async (status) => {
      const [failing, working] = [await addDevice(), await addDevice()];
      const job = await planOne();
      answer(failing, { status, headers: { "retry-after": "600" } }, 201);
      await expect(world.deliver(job, SIX.now)).rejects.not.toBeInstanceOf(PermanentFailure);
      expect(service.received).toHaveLength(2);
      await expect(world.deliver(job, at("2026-05-10 18:09", MADRID).now)).rejects.toThrow("called again");
      expect(service.received).toHaveLength(2);
      service.behave(() => 201);
      await world.deliver(job, at("2026-05-10 18:10", MADRID).now);
      await world.deliver(job, at("2026-05-10 18:11", MADRID).now);
      expect([failing.messages.length, working.messages.length, service.received.length]).toEqual([1, 1, 3]);
      expect([world.mails, await countDevices()]).toEqual([[], 2]);
    },
  );

  it("is called again without Retry-After, and after a lost connection", async () => {
    const device = await addDevice();
    const job = await planOne();
    for (const behaviour of [503, "drop"] as const) {
      service.behave(() => behaviour);
      await expect(world.deliver(job, SIX.now)).rejects.toThrow("called again");
    }
    service.behave(() => 201);
    await world.deliver(job, SIX.now);
    expect(device.messages).toHaveLength(1);
  });

  it("is called the next day even if it asked for a year", async () => {
    const device = await addDevice();
    service.behave(() => ({ status: 429, headers: { "retry-after": String(365 * 86_400) } }));
    await expect(world.deliver(await planOne(), SIX.now)).rejects.toThrow("called again");
    service.behave(() => 201);
    await world.tick(TOMORROW.now);
    expect(device.messages).toHaveLength(1);
  });

  it.each([400, 403, 413])(
    "with %i is not called again for this reminder, and the subscription stays",
    async (status) => {
      await addDevice();
      const job = await planOne();
      service.behave(() => status);
      for (let times = 0; times < 2; times++) {
        await expect(world.deliver(job, LATER.now)).rejects.toBeInstanceOf(PermanentFailure);
      }
      expect([service.received.length, await countDevices(), world.mails]).toEqual([1, 1, []]);
      service.behave(() => 201);
      await world.tick(TOMORROW.now);
      expect(service.received).toHaveLength(2);
    },
  );

  it("with a refusal does not make the job fail if another device got the reminder", async () => {
    const [refused, working] = [await addDevice(), await addDevice()];
    answer(refused, 403, 201);
    await world.deliver(await planOne(), LATER.now);
    expect(working.messages).toHaveLength(1);
  });
});

describe("a reminder for devices is mailed", () => {
  it("if there is no device", async () => {
    const job = await planOne();
    await world.deliver(job, LATER.now);
    await world.deliver(job, LATER.now);
    expect(subjects()).toEqual([REMINDER]);
    expect(world.mails[0]?.messageId).toBe(`<recordatorio.${job.id}@repasa.example>`);
    expect(await ana.state()).toMatchObject({ lastDailyReminderSent: LATER.now });
  });

  it.each([404, 410])("if the last device turns out to be gone by %i, which deletes it", async (status) => {
    await addDevice();
    await addDevice();
    service.behave(() => status);
    await world.tick(SIX.now);
    expect([subjects(), await countDevices()]).toEqual([[REMINDER], 0]);
  });

  it("not if one of two devices is gone and the other one got it, now or after another attempt", async () => {
    const [gone, slow] = [await addDevice(), await addDevice()];
    answer(gone, 410, 503);
    const job = await planOne();
    await expect(world.deliver(job, SIX.now)).rejects.toThrow("called again");
    service.behave(() => 201);
    await world.deliver(job, LATER.now);
    expect([world.mails, slow.messages.length]).toEqual([[], 1]);
  });

  it("not if a device got it that was then signed out, while the last one is gone", async () => {
    const [reached, other] = [await addDevice(), await addDevice()];
    answer(reached, 201, 503);
    const job = await planOne();
    await expect(world.deliver(job, SIX.now)).rejects.toThrow("called again");
    await world.pool.query("DELETE FROM sessions WHERE sid = $1", [reached.sid]);
    service.behave(() => 410);
    await world.deliver(job, LATER.now);
    expect([world.mails, other.messages, await countDevices()]).toEqual([[], [], 0]);
  });

  it("not if it was mailed and a device was added since", async () => {
    const job = await planOne();
    await world.deliver(job, SIX.now);
    const device = await addDevice(LATER.now);
    await world.deliver(job, LATER.now);
    expect([subjects(), device.messages]).toEqual([[REMINDER], []]);
  });

  it("if the session of the only device has ended or expired, or its service is no longer allowed", async () => {
    const device = await addDevice();
    await world.pool.query("UPDATE sessions SET expire = $1", [NOON.now]);
    await world.tick(SIX.now);
    await world.pool.query("UPDATE sessions SET expire = $1", [at("2026-08-01 12:00", MADRID).now]);
    await world.pool.query("UPDATE push_subscriptions SET endpoint = 'https://evil.example/1'");
    await world.tick(TOMORROW.now);
    await world.pool.query("DELETE FROM sessions");
    await world.tick(at("2026-05-12 18:00", MADRID).now);
    expect([subjects(), device.messages, await countDevices()]).toEqual([Array(3).fill(REMINDER), [], 0]);
  });

  it("again after the mail server failed", async () => {
    const accept = world.outgoing.send;
    world.outgoing.send = async () => {
      throw new Error("the server is away");
    };
    const job = await planOne();
    await expect(world.deliver(job, SIX.now)).rejects.toThrow("away");
    world.outgoing.send = accept;
    await world.deliver(job, LATER.now);
    expect(subjects()).toEqual([REMINDER]);
  });
});

describe("a device that was added after a reminder was due", () => {
  it("gets it if no other device has got it", async () => {
    const job = await planOne();
    const device = await addDevice(at("2026-05-10 18:01", MADRID).now);
    await world.deliver(job, LATER.now);
    expect([device.messages.length, world.mails]).toEqual([1, []]);
  });

  it("does not get it once another device has got it", async () => {
    const [reached, failing] = [await addDevice(), await addDevice()];
    answer(reached, 201, 503);
    const job = await planOne();
    await expect(world.deliver(job, SIX.now)).rejects.toThrow("called again");
    const added = await addDevice(at("2026-05-10 18:01", MADRID).now);
    service.behave(() => 201);
    await world.deliver(job, LATER.now);
    expect([failing.messages.length, added.messages.length]).toEqual([1, 0]);
  });
});

describe("both channels", () => {
  beforeEach(async () => {
    await ana.choose(NOON, { reminderChannels: ["push", "mail"] });
  });

  it("get the reminder, each once and on its own", async () => {
    const device = await addDevice();
    const jobs = await plan();
    expect(jobs.map(({ channel }) => channel).sort()).toEqual(["mail", "push"]);
    const [mail, push] = jobs as [WaitingDigest, WaitingDigest];
    service.behave(() => 503);
    await expect(world.deliver(push, SIX.now)).rejects.toThrow("called again");
    for (let times = 0; times < 2; times++) await world.deliver(mail, SIX.now);
    service.behave(() => 201);
    for (let times = 0; times < 2; times++) await world.deliver(push, LATER.now);
    expect([subjects(), device.messages.length]).toEqual([[REMINDER], 1]);
  });

  it("send one mail if there is no device, or if all are gone", async () => {
    await world.tick(SIX.now);
    await addDevice();
    service.behave(() => 410);
    await world.tick(TOMORROW.now);
    expect(subjects()).toEqual([REMINDER, REMINDER]);
  });

  it("continue with devices alone after the mailbox has refused on three dates, and with mail after the next choice", async () => {
    const device = await addDevice();
    const accept = world.outgoing.send;
    world.outgoing.send = async () => {
      throw new RefusedMail("550 no such mailbox", { isOfMailbox: true });
    };
    for (const date of ["2026-05-10", "2026-05-11", "2026-05-12"]) {
      const now = at(`${date} 18:00`, MADRID).now;
      for (const job of await plan(now)) await world.deliver(job, now).catch(() => {});
    }
    expect(await readPreferences(world.ctx, ana.owner)).toMatchObject({ reminder: true, reminderStop: "new" });
    world.outgoing.send = accept;
    await world.tick(at("2026-05-13 18:00", MADRID).now);
    await world.pool.query("DELETE FROM push_subscriptions");
    await world.tick(at("2026-05-14 18:00", MADRID).now);
    expect([world.mails, device.messages.length]).toEqual([[], 4]);
    await ana.choose(at("2026-05-15 12:00", MADRID), { reminderChannels: ["mail"] });
    await world.tick(at("2026-05-15 18:00", MADRID).now);
    expect(subjects()).toEqual([REMINDER]);
    expect(await readPreferences(world.ctx, ana.owner)).toMatchObject({ reminder: true, reminderStop: null });
  });
});

describe("the last reminder of an absence", () => {
  const FAREWELL = "Dejamos de escribirte por ahora";
  const runDays = async (from: number, to: number) => {
    for (let day = from; day <= to; day++) await world.tick(at(`2026-05-${day} 18:00`, MADRID).now);
  };

  it("is that of the fourteenth day for a device", async () => {
    const device = await addDevice();
    await runDays(10, 31);
    expect(device.messages).toHaveLength(15);
    expect(world.mails).toEqual([]);
    const back = at("2026-06-01 12:00", MADRID);
    await ana.visit(back);
    await world.tick(at("2026-06-01 18:00", MADRID).now);
    expect(device.messages).toHaveLength(16);
  });

  it("is a farewell by mail if there is no device", async () => {
    await runDays(10, 31);
    expect(subjects()).toEqual([...Array(14).fill(REMINDER), FAREWELL]);
  });

  it("goes to both channels, whichever comes first", async () => {
    await ana.choose(NOON, { reminderChannels: ["mail", "push"] });
    const device = await addDevice();
    await runDays(10, 23);
    const jobs = await plan(at("2026-05-24 18:00", MADRID).now);
    for (const job of jobs) await world.deliver(job, at("2026-05-24 18:00", MADRID).now);
    await runDays(25, 31);
    expect(subjects()).toEqual([...Array(14).fill(REMINDER), FAREWELL]);
    expect(device.messages).toHaveLength(15);
  });
});
