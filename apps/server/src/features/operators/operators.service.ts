// Functions for operators. Their output contains figures and times, but never the text of a card.
import type { PgBoss } from "pg-boss";
import { z } from "zod";
import { allJobs } from "#all-jobs.ts";
import type { Context } from "#context.ts";
import { normaliseEmail } from "#features/auth/auth.address.ts";
import { hasPremium } from "#features/auth/auth.service.ts";
import { endAccessAndChanges } from "#features/auth/auth.sessions.ts";
import { cancelSignIns, removeFactors } from "#features/factors/factors.service.ts";
import { listKinds } from "#platform/jobs/job.ts";
import { DEAD_LETTERS } from "#platform/jobs/queue.ts";
import { StartupError } from "#platform/process/startup-error.ts";
import { countSessions, selectAccount, selectFigures, selectJob, selectJobs } from "./operators.queries.ts";

type Ctx = Pick<Context, "db" | "clock">;

/** @param key The account's address or its id. */
async function findAccount({ db }: Ctx, key: string) {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : null;
  const account = await selectAccount(db, id, normaliseEmail(key.trim()));
  if (!account) throw new StartupError(`There is no account ${key}.`);
  return account;
}

/** Describes an account as pairs of a label and a value. */
export async function describeAccount(ctx: Ctx, key: string): Promise<[string, string][]> {
  const account = await findAccount(ctx, key);
  const figures = await selectFigures(ctx.db, account.id, ctx.clock.now());
  const { billing, reminders, log, files } = figures;
  const addresses = [account.email, account.pendingEmail].filter((address) => address !== null);
  const jobs = await selectJobs(ctx.db, account.id, addresses);
  return [
    ["account", `${account.id}, since ${formatInstant(account.createdAt)}`],
    ["address", `${account.email}${account.isEmailVerified ? "" : " (not confirmed)"}`],
    ...(account.pendingEmail ? [["new address", `${account.pendingEmail} (waits to be confirmed)`] as const] : []),
    ...(account.deletionAt ? [["closed", `is deleted at ${formatInstant(account.deletionAt)}`] as const] : []),
    ["plan", describePlan(account, billing?.status ?? null)],
    ...(billing
      ? [
          ["customer", billing.customerId ?? "none"] as const,
          ["period ends", formatInstant(billing.currentPeriodEnd)] as const,
          ["ends", formatInstant(billing.endsAt)] as const,
          ["grace until", formatInstant(billing.graceUntil)] as const,
          ["read at", formatInstant(billing.syncedAt)] as const,
        ]
      : []),
    [
      "holds",
      `${figures.folders?.count} folders, ${figures.cards?.count} cards, ${files?.count} files of ${files?.bytes ?? 0} bytes`,
    ],
    ["rated", `${log?.count} times, last ${formatInstant(log?.last)}`],
    ["last seen", reminders ? `${formatInstant(reminders.lastVisitAt)} in ${reminders.timeZone}` : "never"],
    ["reminders", reminders?.reminder ? describeReminders(reminders) : "off"],
    ...figures.sessions.map(
      ({ sess }) =>
        [
          "session",
          `since ${sess.createdAt}, last ${sess.lastSeenAt}, ${sess.userAgent ?? "no browser named"}`,
        ] as const,
    ),
    ...figures.imports.map(
      ({ id, status, format, createdAt }) =>
        ["import", `${id} ${status}, ${format ?? "no format"}, ${formatInstant(createdAt)}`] as const,
    ),
    ...jobs.map(
      ({ id, name, state, dead, createdOn, tries, why }) =>
        [
          "job",
          `${id} ${name} ${dead ? "dead" : state}, asked for ${formatInstant(createdOn)}, ${tries} retries${why ? `: ${why}` : ""}`,
        ] as const,
    ),
  ].map(([name, what]) => [name, makePrintable(what)]);
}

/** Replaces control characters in a user's text, so that it cannot move the cursor or change colours of the terminal. */
export function makePrintable(written: string): string {
  return written.replace(/\r?\n/g, "\n    ").replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === "\n" ? sign : "\ufffd"));
}

type Reminders = { reminderChannels: readonly string[]; nextReminderAt: Date | null };

function describeReminders({ reminderChannels, nextReminderAt }: Reminders): string {
  return `on by ${reminderChannels.join(" and ")}, next ${formatInstant(nextReminderAt)}`;
}

function describePlan(account: Parameters<typeof hasPremium>[0], status: string | null): string {
  const { subscription, statusMobile } = account;
  return `${hasPremium(account) ? "Premium" : "free"} (subscription ${subscription}, web ${status ?? "none"}, mobile ${statusMobile ?? "none"})`;
}

const formatInstant = (instant: Date | string | null | undefined) =>
  instant == null ? "never" : new Date(instant).toISOString();

/** Ends all sessions of an account and cancels pending sign-ins, links and changes. Returns how many sessions there were. */
export async function endSessions(ctx: Ctx & Pick<Context, "sessions">, key: string): Promise<number> {
  const { id } = await findAccount(ctx, key);
  return ctx.db.transaction(async (transaction) => {
    const ended = await countSessions(transaction, id);
    await endAccessAndChanges(ctx, transaction, id, ctx.clock.now());
    await cancelSignIns(transaction, id);
    return ended;
  });
}

/** Removes an account's second factors, and returns how many there were. */
export async function removeAllFactors(ctx: Ctx & Pick<Context, "enqueue" | "sessions">, key: string): Promise<number> {
  const account = await findAccount(ctx, key);
  return removeFactors(ctx, account.id);
}

const kinds = listKinds(allJobs);

/** Repeats a job that is a dead letter, or that was completed within the last hour. Returns its kind. */
export async function resendLetter({ db }: Pick<Context, "db">, boss: PgBoss, id: string): Promise<string> {
  const job = z.uuid().safeParse(id).success ? await selectJob(db, id) : undefined;
  if (!job)
    throw new StartupError(
      `There is no job ${id}: npm run jobs lists dead letters, and admin account those of an account.`,
    );
  const name = job.sourceName ?? job.name;
  if (!kinds.some((kind) => kind.name === name && kind.cron === null)) {
    throw new StartupError(`${name} is asked for by the clock: its next turn does the same work.`);
  }
  if (job.name === DEAD_LETTERS) await boss.redrive(DEAD_LETTERS, { ids: [id] });
  else if (job.state === "completed") await boss.insert(name, [{ data: job.data }]);
  else throw new StartupError(`Job ${id} (${name}) is still on its way: ${job.state}.`);
  return name;
}
