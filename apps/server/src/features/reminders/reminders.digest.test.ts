import { randomUUID } from "node:crypto";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccountData } from "#features/account/account.deletion.ts";
import { changePreferences, readPreferences } from "#features/account/account.service.ts";
import { readBacklog, startCatchUp } from "#features/pace/pace.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { dailyReview } from "#features/stats/stats.service.ts";
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

const acceptMail = async (mail: Mail) => void world.mails.push(mail);
const failTemporarily = async () => {
  throw new Error("the server is away");
};

beforeEach(async () => {
  await world.empty();
  ana = await world.newUser();
  await ana.visit(NOON);
  await ana.choose(NOON, { reminder: true, reminderHour: 18 });
  folder = await ana.log.folder("Historia");
  card = await ana.log.card(folder, NOON);
  await world.plan(SIX.now);
  digest = world.digests.splice(0)[0] as WaitingDigest;
});

const readSentTimes = async () => (await ana.noted()).map(({ sentAt }) => sentAt);

describe("a planned reminder", () => {
  it("is sent with a Message-ID of its own, and stored as sent", async () => {
    await world.deliver(digest, LATER.now);
    expect(world.mails).toMatchObject([
      { to: ana.email, subject: "1 carta te espera hoy", messageId: `<recordatorio.${digest.id}@repasa.example>` },
    ]);
    expect(await readSentTimes()).toEqual([LATER.now]);
    expect(await ana.state()).toMatchObject({ lastDailyReminderSent: LATER.now, farewellSentAt: null });
  });

  it("is not sent again when the job is repeated", async () => {
    await world.deliver(digest, LATER.now);
    await world.deliver(digest, at("2026-05-10 21:16", MADRID).now);
    expect(world.mails).toHaveLength(1);
    await ana.log.deleteCard(card, LATER);
    await ana.log.card(folder, LATER);
    await world.deliver(digest, at("2026-05-10 21:17", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });

  it("is retried after a failure with the same Message-ID", async () => {
    const ids: string[] = [];
    world.outgoing.send = async ({ messageId }) => {
      ids.push(messageId);
      if (ids.length < 3) throw new Error("the server is away");
    };
    await expect(world.deliver(digest, SIX.now)).rejects.toThrow("away");
    expect(await readSentTimes()).toEqual([null]);
    await expect(world.deliver(digest, LATER.now)).rejects.not.toBeInstanceOf(PermanentFailure);
    await world.deliver(digest, LATER.now);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(await readSentTimes()).toEqual([LATER.now]);
  });

  it("counts siblings as one card, and does not count suspended cards", async () => {
    const [sibling, suspended] = [await ana.log.card(folder, NOON), await ana.log.card(folder, NOON)];
    await world.pool.query("UPDATE cards SET group_id = $1 WHERE id = ANY ($2)", [randomUUID(), [card, sibling]]);
    await world.pool.query("UPDATE cards SET suspended = true WHERE id = $1", [suspended]);
    await world.deliver(digest, LATER.now);
    expect(world.mails).toMatchObject([{ subject: "1 carta te espera hoy" }]);
  });

  it("lists the cards that are pending at the delivery rather than at the planning", async () => {
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

  it("counts at most the new cards per day", async () => {
    await ana.log.card(folder, NOON);
    await ana.log.card(await ana.log.folder("Mañana"), NOON);
    await changePreferences(world.ctx, ana.owner, LATER, { newCardsPerDay: 2 });
    await world.deliver(digest, LATER.now);
    expect(world.mails[0]?.subject).toBe("2 cartas te esperan hoy");
    expect(world.mails[0]?.text).not.toContain("Mañana");
  });

  it("counts after missed days what a plan to catch up asks on Home, whose end a visit would move", async () => {
    for (let n = 0; n < 12; n++) await ana.log.card(folder, NOON, at("2026-05-09 12:00", MADRID).now);
    await settlePastDays(world.ctx, ana.owner, NOON);
    await world.pool.query(
      "UPDATE user_preferences SET catch_up_until = '2026-05-11', catch_up_per_day = 5 WHERE user_id = $1",
      [ana.owner],
    );
    const sixLater = at("2026-05-12 18:00", MADRID);
    await world.tick(sixLater.now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["5 cartas te esperan hoy"]);
    expect((await ana.noted()).filter(({ sentAt }) => sentAt !== null)).toHaveLength(5);
    expect(await dailyReview(world.newContext(), ana.owner, sixLater)).toMatchObject({ totalDue: 5 });
  });

  it("names a backlog without asking for it today, until the plan that Home offers is accepted", async () => {
    for (let n = 0; n < 69; n++) await ana.log.card(folder, NOON);
    await world.pool.query(
      `UPDATE cards SET next_review_date = '2026-05-09', next_review_at = $2, difficulty = 'medium', review_count = 1,
        last_review_date = '2026-05-02', stability = 7, memory_difficulty = 5
      WHERE user_id = $1`,
      [ana.owner, NOON.now],
    );
    expect(await readBacklog(world.ctx, ana.owner, NOON)).toMatchObject({ pending: 70, offered: true });
    await world.deliver(digest, LATER.now);
    expect(world.mails[0]?.subject).toBe("70 cartas te esperan");
    expect(world.mails[0]?.text).toContain("Tienes 70 cartas pendientes. No hace falta hacerlas hoy");
    const { catchUp } = await startCatchUp(world.ctx, ana.owner, LATER, 7);
    const tomorrow = at("2026-05-11 18:00", MADRID);
    await world.tick(tomorrow.now);
    expect(world.mails[1]?.subject).toBe(`${catchUp?.perDay} cartas te esperan hoy`);
  });

  it("contains the current streak", async () => {
    for (let days = -3; days < 0; days++) {
      await ana.log.review(card, at(`${addDays("2026-05-10", days)} 10:00`, MADRID));
    }
    await world.deliver(digest, LATER.now);
    expect(world.mails[0]?.text).toContain("Tu racha: 3 días");
  });

  it("contains a link that switches reminders off and on without a session", async () => {
    await world.deliver(digest, LATER.now);
    const { unsubscribeToken } = await ana.state();
    expect(world.mails[0]?.oneClickUnsubscribe).toBe(`https://repasa.example/unsubscribe?token=${unsubscribeToken}`);
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

describe("a planned reminder is not sent, and the rows of its cards are deleted,", () => {
  const expectNotSent = async (now = LATER.now) => {
    await world.deliver(digest, now);
    expect(world.mails).toEqual([]);
    expect(await readSentTimes()).toEqual([]);
    expect(await ana.state()).toMatchObject({ lastDailyReminderSent: null });
  };

  it("after a review", async () => {
    await ana.log.card(folder, NOON);
    await ana.log.review(card, at("2026-05-10 18:01", MADRID));
    await expectNotSent();
  });

  it("if nothing is pending any more", async () => {
    await ana.log.deleteCard(card, LATER);
    await expectNotSent();
  });

  it("if only new cards are pending and no new cards are permitted per day any more", async () => {
    await changePreferences(world.ctx, ana.owner, LATER, { newCardsPerDay: 0 });
    await expectNotSent();
  });

  it("after the reminders were switched off", async () => {
    await ana.choose(LATER, { reminder: false });
    await expectNotSent();
  });

  it("after the account was deleted", async () => {
    await deleteAccountData(world.ctx, ana.owner, world.ctx.clock.now());
    await world.deliver(digest, LATER.now);
    expect(world.mails).toEqual([]);
  });

  it("if the user is in a time zone where the next date has begun", async () => {
    await ana.visit(at("2026-05-11 06:00", "Pacific/Auckland"));
    await expectNotSent(at("2026-05-11 06:01", "Pacific/Auckland").now);
  });

  it("after its day is over, and the job fails permanently so that operators can see it", async () => {
    world.outgoing.send = failTemporarily;
    await expect(world.deliver(digest, at("2026-05-11 03:59", MADRID).now)).rejects.toThrow("away");
    world.outgoing.send = acceptMail;
    const after = at("2026-05-11 04:00", MADRID).now;
    await expect(world.deliver(digest, after)).rejects.toBeInstanceOf(PermanentFailure);
    expect(world.mails).toEqual([]);
    expect(await readSentTimes()).toEqual([]);
    await world.tick(at("2026-05-11 18:00", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });

  it("after its day is over, and the job fails even if the next day's reminder was sent or the user has studied since", async () => {
    world.outgoing.send = failTemporarily;
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("away");
    world.outgoing.send = acceptMail;
    const tomorrow = at("2026-05-11 18:00", MADRID);
    await world.tick(tomorrow.now);
    expect(world.mails).toHaveLength(1);
    await expect(world.deliver(digest, tomorrow.now)).rejects.toBeInstanceOf(PermanentFailure);
    await ana.log.review(card, tomorrow);
    await expect(world.deliver(digest, tomorrow.now)).rejects.toBeInstanceOf(PermanentFailure);
    expect(world.mails).toHaveLength(1);
  });

  it("after its day is over, and the job succeeds if an earlier attempt has sent it", async () => {
    await world.deliver(digest, LATER.now);
    const tomorrow = at("2026-05-11 18:00", MADRID);
    await world.tick(tomorrow.now);
    await world.deliver(digest, tomorrow.now);
    expect(world.mails).toHaveLength(2);
  });

  it("after its day is over, and the job succeeds if the reminder was no longer wanted", async () => {
    await ana.log.review(card, LATER);
    await expectNotSent(at("2026-05-11 04:00", MADRID).now);
  });
});

describe("a planned reminder of a traveller", () => {
  it("is sent after a flight back to an earlier date, and that date gets no second one", async () => {
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

describe("a reminder that the mail server refuses permanently", () => {
  it("is not retried, but the next day's reminder is sent", async () => {
    world.outgoing.send = async () => {
      throw new RefusedMail("550 no such mailbox");
    };
    await expect(world.deliver(digest, LATER.now)).rejects.toEqual(new PermanentFailure("550 no such mailbox"));
    // The unsent rows remain, so that an operator can see them.
    expect(await readSentTimes()).toEqual([null]);
    world.outgoing.send = acceptMail;
    await world.tick(at("2026-05-11 18:00", MADRID).now);
    expect(world.mails).toHaveLength(1);
  });
});

describe("permanent refusals by a mailbox", () => {
  const refuseMailbox = async () => {
    throw new RefusedMail("550 no such mailbox", { isOfMailbox: true });
  };
  /** Plans and delivers the mails of a date, and returns the outcome of each: "sent" or "refused". */
  const runDay = async (date: string, send: SendMail = refuseMailbox) => {
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
  const readChoice = async () => {
    const { reminder, reminderStop } = await readPreferences(world.ctx, ana.owner);
    return { reminder, reminderStop };
  };
  const ON = { reminder: true, reminderStop: null };
  const STOPPED = { reminder: false, reminderStop: "new" };

  beforeEach(() => {
    world.outgoing.send = refuseMailbox;
  });
  /** Stops the reminders by a refusal on each of the first three dates. */
  const stopReminders = async () => {
    await expect(world.deliver(digest, LATER.now)).rejects.toBeInstanceOf(PermanentFailure);
    for (const date of ["2026-05-11", "2026-05-12"]) expect(await runDay(date)).toEqual(["refused"]);
  };

  it("stop the reminders after three dates, and the preferences contain a notice until the user has seen it", async () => {
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    // An operator repeats the job: this still counts as one date.
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    expect(await runDay("2026-05-11")).toEqual(["refused"]);
    expect(await readChoice()).toEqual(ON);
    expect(await runDay("2026-05-12")).toEqual(["refused"]);
    expect(await readChoice()).toEqual(STOPPED);
    expect(await runDay("2026-05-13")).toEqual([]);
    expect(await readOffer(world.ctx, ana.owner)).toMatchObject({ offer: false });
    await noteStop(world.ctx, ana.owner);
    expect(await readChoice()).toEqual({ reminder: false, reminderStop: "seen" });
    // A change of the time alone does not switch reminders on.
    await ana.choose(at("2026-05-13 12:00", MADRID), { reminderHour: 18, reminderMinute: 30 });
    expect(await readChoice()).toEqual({ reminder: false, reminderStop: "seen" });
  });

  it("are counted from zero again after reminders are switched on, and after an accepted mail", async () => {
    await stopReminders();
    await ana.choose(at("2026-05-13 12:00", MADRID), { reminder: true });
    expect(await readChoice()).toEqual(ON);
    for (const date of ["2026-05-13", "2026-05-14"]) expect(await runDay(date)).toEqual(["refused"]);
    expect(await runDay("2026-05-15", acceptMail)).toEqual(["sent"]);
    for (const date of ["2026-05-16", "2026-05-17"]) expect(await runDay(date)).toEqual(["refused"]);
    expect(await readChoice()).toEqual(ON);
  });

  it("stop the reminders until the address changes, unless the user has switched them off", async () => {
    await stopReminders();
    await resumeAtNewAddress(world.ctx, ana.owner);
    expect(await readChoice()).toEqual(ON);
    await ana.visit(at("2026-05-20 12:00", MADRID));
    expect(await runDay("2026-05-20", acceptMail)).toEqual(["sent"]);
    await ana.choose(at("2026-05-20 19:00", MADRID), { reminder: false });
    await resumeAtNewAddress(world.ctx, ana.owner);
    expect(await readChoice()).toEqual({ reminder: false, reminderStop: null });
  });

  it("are not counted if the account's address changes during the delivery", async () => {
    world.outgoing.send = async () => {
      await world.pool.query("UPDATE users SET email = 'nueva@repasa.example' WHERE id = $1", [ana.owner]);
      await refuseMailbox();
    };
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    for (const date of ["2026-05-11", "2026-05-12"]) expect(await runDay(date)).toEqual(["refused"]);
    expect(await readChoice()).toEqual(ON);
  });

  it("do not stop the reminders while the server refuses all mailboxes", async () => {
    for (let index = 0; index < 3; index++) {
      const other = await world.newUser();
      await other.visit(NOON);
      await other.choose(NOON, { reminder: true, reminderHour: 18 });
      await other.log.card(await other.log.folder("Historia"), NOON);
    }
    await runDay("2026-05-10");
    await expect(world.deliver(digest, LATER.now)).rejects.toThrow("550");
    for (const date of ["2026-05-11", "2026-05-12", "2026-05-13"]) expect(await runDay(date)).toHaveLength(4);
    expect(await readChoice()).toEqual(ON);
    const refuseOnlyAna = async (mail: Mail) => (mail.to === ana.email ? refuseMailbox() : acceptMail(mail));
    expect((await runDay("2026-05-14", refuseOnlyAna)).sort()).toEqual(["refused", "sent", "sent", "sent"]);
    await runDay("2026-05-15", refuseOnlyAna);
    expect(await readChoice()).toEqual(STOPPED);
  });
});

describe("the last mail after two weeks without a visit", () => {
  it("becomes an ordinary reminder if the user visits between the planning and the delivery", async () => {
    const day = at("2026-05-24 18:00", MADRID);
    await world.plan(day.now);
    const [planned] = world.digests.splice(0);
    await ana.visit(at("2026-05-24 18:01", MADRID));
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:02", MADRID).now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["1 carta te espera hoy"]);
    expect(await ana.state()).toMatchObject({ farewellSentAt: null });
  });

  it("is sent once, even if another reminder was planned", async () => {
    await world.plan(at("2026-05-24 18:00", MADRID).now);
    const [planned] = world.digests.splice(0);
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:02", MADRID).now);
    await world.deliver(planned as WaitingDigest, at("2026-05-24 18:03", MADRID).now);
    const another = {
      ...(planned as WaitingDigest).data,
      scheduledAt: at("2026-05-24 18:04", MADRID).now.toISOString(),
    };
    await world.deliver({ id: "otra", data: another, channel: "mail" }, at("2026-05-24 18:05", MADRID).now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["Dejamos de escribirte por ahora"]);
  });
});
