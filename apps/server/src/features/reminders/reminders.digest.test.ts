import { randomUUID } from "node:crypto";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccountData } from "#features/account/account.deletion.ts";
import { changePreferences, readPreferences } from "#features/account/account.service.ts";
import { PermanentFailure } from "#platform/jobs/job.ts";
import { type Mail, RefusedMail, type SendMail } from "#platform/mail/mail.ts";
import { type RemindersUser, sharedRemindersWorld, type WaitingDigest } from "#testing/reminders-world.ts";
import { at } from "#testing/stats-world.ts";
import { noteStop, readOffer, resumeAtNewAddress, switchByToken } from "./reminders.service.ts";

const MADRID = "Europe/Madrid";
const NOON = at("2026-05-10 12:00", MADRID);
const SIX = at("2026-05-10 18:00", MADRID);
const LATER = at("2026-05-10 21:15", MADRID);

const world = await sharedRemindersWorld();
let ana: RemindersUser;
let folder: number;
let card: number;
let digest: WaitingDigest;

const take = async (mail: Mail) => void world.mails.push(mail);
const fail = async () => {
  throw new Error("the server is away");
};

beforeEach(async () => {
  await world.pool.query("DELETE FROM users");
  world.mails.length = 0;
  world.outgoing.send = take;
  ana = await world.newUser();
  await ana.visit(NOON);
  await ana.choose(NOON, { reminder: true, reminderHour: 18 });
  folder = await ana.log.folder("Historia");
  card = await ana.log.card(folder, NOON);
  await world.plan(SIX.now);
  digest = world.digests.splice(0)[0] as WaitingDigest;
});

const noted = async () => (await ana.noted()).map(({ sentAt }) => sentAt);

describe("a mail that is right", () => {
  it("goes out with a Message-ID of its own, and is kept as sent", async () => {
    await world.deliver(digest, LATER.now);
    expect(world.mails).toMatchObject([
      { to: ana.email, subject: "1 carta te espera hoy", messageId: `<recordatorio.${digest.id}@repasa.example>` },
    ]);
    expect(await noted()).toEqual([LATER.now]);
    expect(await ana.state()).toMatchObject({ lastDailyReminderSent: LATER.now, farewellSentAt: null });
  });

  it("is not sent again by a try that does not know of the first", async () => {
    await world.deliver(digest, LATER.now);
    await world.deliver(digest, at("2026-05-10 21:16", MADRID).now);
    expect(world.mails).toHaveLength(1);
    await ana.log.deleteCard(card, LATER);
    await ana.log.card(folder, LATER);
    await world.deliver(digest, at("2026-05-10 21:17", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });

  it("is tried again as the same message after a failure", async () => {
    const ids: string[] = [];
    world.outgoing.send = async ({ messageId }) => {
      ids.push(messageId);
      if (ids.length < 3) throw new Error("the server is away");
    };
    await expect(world.deliver(digest, SIX.now)).rejects.toThrow("away");
    expect(await noted()).toEqual([null]);
    await expect(world.deliver(digest, LATER.now)).rejects.not.toBeInstanceOf(PermanentFailure);
    await world.deliver(digest, LATER.now);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(await noted()).toEqual([LATER.now]);
  });

  it("counts one of siblings, and no suspended card", async () => {
    const [sibling, suspended] = [await ana.log.card(folder, NOON), await ana.log.card(folder, NOON)];
    await world.pool.query("UPDATE cards SET group_id = $1 WHERE id = ANY ($2)", [randomUUID(), [card, sibling]]);
    await world.pool.query("UPDATE cards SET suspended = true WHERE id = $1", [suspended]);
    await world.deliver(digest, LATER.now);
    expect(world.mails).toMatchObject([{ subject: "1 carta te espera hoy" }]);
  });

  it("names what is pending then, not what was when it was planned", async () => {
    const physics = await ana.log.folder("Física");
    await ana.log.card(physics, NOON);
    await ana.log.card(physics, NOON);
    await ana.log.card(await ana.log.folder("Mañana"), NOON, at("2026-05-11 04:00", MADRID).now);
    await world.deliver(digest, LATER.now);
    const text = world.mails[0]?.text ?? "";
    expect(world.mails[0]?.subject).toBe("3 cartas te esperan hoy");
    expect(text).toContain("Física");
    expect(text).toContain("2 cartas");
    expect(text).not.toContain("Mañana");
    expect(text).toContain("https://repasa.example/study");
    expect(text).not.toContain("racha");
  });

  it("counts no more new cards than the day has room for", async () => {
    await ana.log.card(folder, NOON);
    await ana.log.card(await ana.log.folder("Mañana"), NOON);
    await changePreferences(world.ctx, ana.owner, LATER, { newCardsPerDay: 2 });
    await world.deliver(digest, LATER.now);
    expect(world.mails[0]?.subject).toBe("2 cartas te esperan hoy");
    expect(world.mails[0]?.text).not.toContain("Mañana");
  });

  it("tells the streak at stake", async () => {
    for (let days = -3; days < 0; days++) {
      await ana.log.review(card, at(`${addDays("2026-05-10", days)} 10:00`, MADRID));
    }
    await world.deliver(digest, LATER.now);
    expect(world.mails[0]?.text).toContain("Tu racha: 3 días");
  });

  it("can be stopped by its own link, without a session", async () => {
    await world.deliver(digest, LATER.now);
    const { unsubscribeToken } = await ana.state();
    expect(world.mails[0]?.unsubscribe).toBe(`https://repasa.example/unsubscribe?token=${unsubscribeToken}`);
    expect(await switchByToken(world.ctx, unsubscribeToken, LATER, false)).toEqual({ reminder: false });
    await world.tick(at("2026-05-11 18:00", MADRID).now);
    expect(world.mails).toHaveLength(1);
    expect(await switchByToken(world.ctx, unsubscribeToken, at("2026-05-12 10:00", MADRID), true)).toEqual({
      reminder: true,
    });
    await world.tick(at("2026-05-12 18:00", MADRID).now);
    expect(world.mails).toHaveLength(2);
  });
});

describe("a mail that is no longer right is not sent, and what was noted for it goes", () => {
  const notSent = async (now = LATER.now) => {
    await world.deliver(digest, now);
    expect(world.mails).toEqual([]);
    expect(await noted()).toEqual([]);
    expect(await ana.state()).toMatchObject({ lastDailyReminderSent: null });
  };

  it("after a review", async () => {
    await ana.log.card(folder, NOON);
    await ana.log.review(card, at("2026-05-10 18:01", MADRID));
    await notSent();
  });

  it("with nothing pending any more", async () => {
    await ana.log.deleteCard(card, LATER);
    await notSent();
  });

  it("with new cards alone, for which the day has no room any more", async () => {
    await changePreferences(world.ctx, ana.owner, LATER, { newCardsPerDay: 0 });
    await notSent();
  });

  it("after the reminders were switched off", async () => {
    await ana.choose(LATER, { reminder: false });
    await notSent();
  });

  it("after the account was deleted", async () => {
    await deleteAccountData(world.ctx, ana.owner, world.ctx.clock.now());
    await world.deliver(digest, LATER.now);
    expect(world.mails).toEqual([]);
  });

  it("on the next date where the user is now, though at home it is the same", async () => {
    await ana.visit(at("2026-05-11 06:00", "Pacific/Auckland"));
    await notSent(at("2026-05-11 06:01", "Pacific/Auckland").now);
  });

  it("after its day is over: then an operator can see that it never came", async () => {
    world.outgoing.send = fail;
    await expect(world.deliver(digest, at("2026-05-11 03:59", MADRID).now)).rejects.toThrow("away");
    world.outgoing.send = take;
    const after = at("2026-05-11 04:00", MADRID).now;
    await expect(world.deliver(digest, after)).rejects.toBeInstanceOf(PermanentFailure);
    expect(world.mails).toEqual([]);
    expect(await noted()).toEqual([]);
    await world.tick(at("2026-05-11 18:00", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });

  it("after its day is over, also when tomorrow's went out before its last try, or its reader studies by then", async () => {
    world.outgoing.send = fail;
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("away");
    world.outgoing.send = take;
    const tomorrow = at("2026-05-11 18:00", MADRID);
    await world.tick(tomorrow.now);
    expect(world.mails).toHaveLength(1);
    await expect(world.deliver(digest, tomorrow.now)).rejects.toBeInstanceOf(PermanentFailure);
    await ana.log.review(card, tomorrow);
    await expect(world.deliver(digest, tomorrow.now)).rejects.toBeInstanceOf(PermanentFailure);
    expect(world.mails).toHaveLength(1);
  });

  it("after its day is over, without a word when it had been sent and that was not known", async () => {
    await world.deliver(digest, LATER.now);
    const tomorrow = at("2026-05-11 18:00", MADRID);
    await world.tick(tomorrow.now);
    await world.deliver(digest, tomorrow.now);
    expect(world.mails).toHaveLength(2);
  });

  it("after its day is over, without a word when it was not wanted any more", async () => {
    await ana.log.review(card, LATER);
    await notSent(at("2026-05-11 04:00", MADRID).now);
  });
});

describe("elsewhere", () => {
  it("goes out when the user flew back to an earlier date: that date was dealt with", async () => {
    await world.pool.query("DELETE FROM users");
    const eva = await world.newUser();
    const zone = "Pacific/Auckland";
    await eva.visit(at("2026-05-10 12:00", zone));
    await eva.choose(at("2026-05-10 12:00", zone), { reminder: true, reminderHour: 9 });
    await eva.log.card(await eva.log.folder(), at("2026-05-10 12:00", zone));
    const nine = at("2026-05-11 09:00", zone);
    await world.plan(nine.now);
    const [planned] = world.digests.splice(0);
    await eva.visit(at("2026-05-10 11:05", "Pacific/Honolulu"));
    await world.deliver(planned as WaitingDigest, at("2026-05-10 11:06", "Pacific/Honolulu").now);
    expect(world.mails).toHaveLength(1);
    await world.tick(at("2026-05-10 23:00", "Pacific/Honolulu").now);
    await world.tick(at("2026-05-11 23:00", "Pacific/Honolulu").now);
    expect(world.mails).toHaveLength(1);
    await world.tick(at("2026-05-12 09:00", "Pacific/Honolulu").now);
    expect(world.mails).toHaveLength(2);
  });
});

describe("a mail that is refused for good", () => {
  it("is given up at once, and tomorrow's is tried", async () => {
    world.outgoing.send = async () => {
      throw new RefusedMail("550 no such mailbox");
    };
    await expect(world.deliver(digest, LATER.now)).rejects.toEqual(new PermanentFailure("550 no such mailbox"));
    // The rows stay, unsent: they are what an operator has.
    expect(await noted()).toEqual([null]);
    world.outgoing.send = take;
    await world.tick(at("2026-05-11 18:00", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });
});

describe("a mailbox that refuses for good", () => {
  const refuse = async () => {
    throw new RefusedMail("550 no such mailbox", { isOfMailbox: true });
  };
  /** The mail of a day: "sent", "refused", or nothing where none was planned. */
  const dayOf = async (date: string, send: SendMail = refuse) => {
    world.outgoing.send = send;
    const now = at(`${date} 18:00`, MADRID).now;
    await world.plan(now);
    const outcomes = [];
    for (const one of world.digests.splice(0)) {
      outcomes.push(
        await world.deliver(one, now).then(
          () => "sent",
          () => "refused",
        ),
      );
    }
    return outcomes;
  };
  const choice = async () => {
    const { reminder, reminderStop } = await readPreferences(world.ctx, ana.owner);
    return { reminder, reminderStop };
  };
  const ON = { reminder: true, reminderStop: null };
  const STOPPED = { reminder: false, reminderStop: "new" };

  beforeEach(() => {
    world.outgoing.send = refuse;
  });
  /** On the first three dates. */
  const stop = async () => {
    await expect(world.deliver(digest, LATER.now)).rejects.toBeInstanceOf(PermanentFailure);
    for (const date of ["2026-05-11", "2026-05-12"]) expect(await dayOf(date)).toEqual(["refused"]);
  };

  it("on three dates stops the reminders, which says so until its user was told", async () => {
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    // Tried again by an operator: still one date.
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    expect(await dayOf("2026-05-11")).toEqual(["refused"]);
    expect(await choice()).toEqual(ON);
    expect(await dayOf("2026-05-12")).toEqual(["refused"]);
    expect(await choice()).toEqual(STOPPED);
    expect(await dayOf("2026-05-13")).toEqual([]);
    expect(await readOffer(world.ctx, ana.owner)).toMatchObject({ offer: false });
    await noteStop(world.ctx, ana.owner);
    expect(await choice()).toEqual({ reminder: false, reminderStop: "seen" });
    // A change of the time alone is no answer to that.
    await ana.choose(at("2026-05-13 12:00", MADRID), { reminderHour: 18, reminderMinute: 30 });
    expect(await choice()).toEqual({ reminder: false, reminderStop: "seen" });
  });

  it("begins anew with each switching on and with each mail that it takes", async () => {
    await stop();
    await ana.choose(at("2026-05-13 12:00", MADRID), { reminder: true });
    expect(await choice()).toEqual(ON);
    for (const date of ["2026-05-13", "2026-05-14"]) expect(await dayOf(date)).toEqual(["refused"]);
    expect(await dayOf("2026-05-15", take)).toEqual(["sent"]);
    for (const date of ["2026-05-16", "2026-05-17"]) expect(await dayOf(date)).toEqual(["refused"]);
    expect(await choice()).toEqual(ON);
  });

  it("that is left for another one gets its reminders there, unless they had been switched off by hand", async () => {
    await stop();
    await resumeAtNewAddress(world.ctx, ana.owner);
    expect(await choice()).toEqual(ON);
    await ana.visit(at("2026-05-20 12:00", MADRID));
    expect(await dayOf("2026-05-20", take)).toEqual(["sent"]);
    await ana.choose(at("2026-05-20 19:00", MADRID), { reminder: false });
    await resumeAtNewAddress(world.ctx, ana.owner);
    expect(await choice()).toEqual({ reminder: false, reminderStop: null });
  });

  it("of an address that was left in between counts for nothing", async () => {
    world.outgoing.send = async () => {
      await world.pool.query("UPDATE users SET email = 'nueva@repasa.example' WHERE id = $1", [ana.owner]);
      await refuse();
    };
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    for (const date of ["2026-05-11", "2026-05-12"]) expect(await dayOf(date)).toEqual(["refused"]);
    expect(await choice()).toEqual(ON);
  });

  it("is not believed while the server refuses everybody, until it takes somebody's mail again", async () => {
    for (let index = 0; index < 3; index++) {
      const other = await world.newUser();
      await other.visit(NOON);
      await other.choose(NOON, { reminder: true, reminderHour: 18 });
      await other.log.card(await other.log.folder("Historia"), NOON);
    }
    await dayOf("2026-05-10");
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    for (const date of ["2026-05-11", "2026-05-12", "2026-05-13"]) expect(await dayOf(date)).toHaveLength(4);
    expect(await choice()).toEqual(ON);
    const others = async (mail: Mail) => (mail.to === ana.email ? refuse() : take(mail));
    expect((await dayOf("2026-05-14", others)).sort()).toEqual(["refused", "sent", "sent", "sent"]);
    await dayOf("2026-05-15", others);
    expect(await choice()).toEqual(STOPPED);
  });
});

describe("after two weeks", () => {
  it("a visit between the plan and the delivery of the last mail makes it an ordinary one", async () => {
    const day = at("2026-05-24 18:00", MADRID);
    await world.plan(day.now);
    const [planned] = world.digests.splice(0);
    await ana.visit(at("2026-05-24 18:01", MADRID));
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:02", MADRID).now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["1 carta te espera hoy"]);
    expect(await ana.state()).toMatchObject({ farewellSentAt: null });
  });

  it("the last mail goes out once, whatever else was planned", async () => {
    await world.plan(at("2026-05-24 18:00", MADRID).now);
    const [planned] = world.digests.splice(0);
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:02", MADRID).now);
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:03", MADRID).now);
    const another = {
      ...(planned as WaitingDigest).data,
      scheduledAt: at("2026-05-24 18:04", MADRID).now.toISOString(),
    };
    await world.deliver({ id: "otra", data: another }, at("2026-05-24 18:05", MADRID).now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["Dejamos de escribirte por ahora"]);
  });
});
