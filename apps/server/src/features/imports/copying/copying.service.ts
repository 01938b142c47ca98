import type { Material } from "@repasa/card-files/material.ts";
import type { CopiedAccount } from "@repasa/card-files/repasa/account-copy.ts";
import { forgetSessionsOnServers } from "#features/auth/auth.sessions.ts";
import { copyReminderChoice } from "#features/reminders/reminders.service.ts";
import { settleDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { BroughtRows } from "#schema/imports.ts";
import type { BringTask } from "../imports.task.ts";
import { bringExams } from "./copying.exams.ts";
import { type CopiedIds, deletedId } from "./copying.ids.ts";
import {
  insertBreaks,
  insertSessions,
  insertSharedDates,
  isAccountEmpty,
  replacePast,
  replacePreferences,
} from "./copying.queries.ts";

export type Copied = {
  readonly owner: OwnerId;
  readonly moment: Moment;
  readonly account: CopiedAccount;
  /** True if the account was empty before, so that it becomes the copied one. Otherwise it keeps what it has. */
  readonly isEmpty: boolean;
  readonly hasHistory: boolean;
};

/** Returns what a copy of a whole account holds; null for other files, and if the cards are to go into a single folder. */
export function findCopiedAccount({ options }: Pick<BringTask, "options">, { own }: Pick<Material, "own">) {
  return options.folderId === undefined ? (own?.account ?? null) : null;
}

/**
 * Returns null unless the file is a copy of a whole account. An account that becomes the copy gets the hour at which the copy's
 * days begin.
 */
export async function openCopied(db: Queryable, task: BringTask, material: Material): Promise<Copied | null> {
  const account = findCopiedAccount(task, material);
  if (account === null) return null;
  const { owner, moment, options } = task;
  const isEmpty = await isAccountEmpty(db, owner);
  const dayStartHour = (isEmpty ? account.preferences?.dayStartHour : undefined) ?? moment.dayStartHour;
  const hasHistory = options.history !== false;
  return { owner, moment: momentAt(moment.now, { ...moment, dayStartHour }), account, isEmpty, hasHistory };
}

/** Runs before the log is written, which refers to the sessions. */
export async function bringSessions(
  db: Queryable,
  { owner, account: { sessions }, isEmpty, hasHistory }: Copied,
  folderOf: CopiedIds["folderOf"],
): Promise<Map<number, number>> {
  if (!isEmpty || !hasHistory) return new Map();
  const placed = sessions.map((session) => ({
    ...session,
    folderId: session.folderId === null ? null : (folderOf(session.folderId) ?? null),
  }));
  const ids = await insertSessions(db, owner, placed);
  return new Map(sessions.map(({ id }, place) => [id, ids[place] as number]));
}

/** Runs after cards and log are written. Returns the rows that undoing the import has to find. */
export async function bringAccount(
  db: Queryable,
  { owner, moment, account, isEmpty, hasHistory }: Copied,
  ids: CopiedIds,
): Promise<BroughtRows> {
  const exams = await bringExams(db, owner, account, ids, { today: moment.today, isEmpty });
  if (!isEmpty) return { exams, breaks: [], sessions: [], daysThrough: null };
  const { preferences, reminder, breaks, sharedDates, sessions, past } = account;
  if (preferences !== null) {
    await replacePreferences(db, owner, preferences, moment.now);
    // Sessions cache the hour at which days begin.
    await forgetSessionsOnServers(db, owner);
  }
  if (reminder !== null) await copyReminderChoice(db, owner, moment, reminder);
  await insertBreaks(db, owner, breaks);
  if (hasHistory) await insertSharedDates(db, owner, sharedDates);
  const sessionIds = hasHistory ? sessions.flatMap(({ id }) => ids.sessionOf(id) ?? []) : [];
  return {
    ...{ exams, breaks: breaks.map(({ from }) => from), sessions: sessionIds },
    daysThrough: hasHistory ? (past?.settledThrough ?? null) : null,
  };
}

/** Past days become what they were in the copied account. Later ones are computed from the cards and the log by `settleSince`. */
export async function bringPast(
  db: Queryable,
  { owner, account: { past } }: Copied,
  { folderOf }: CopiedIds,
): Promise<void> {
  if (past === null) return;
  const days = past.days.map(({ date, pendingFolders }) => ({
    date,
    pendingFolders: [...new Set(pendingFolders.map((id) => folderOf(id) ?? deletedId(id)))].sort((a, b) => a - b),
  }));
  await replacePast(db, owner, { ...past, days });
}

/** Runs at the end of the transaction, because settling counts the cards that are due. */
export async function settleSince(db: Queryable, { owner, moment }: Copied): Promise<void> {
  await settleDays(db, owner, moment);
}
