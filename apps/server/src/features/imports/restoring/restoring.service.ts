import type { Material } from "@repasa/card-files/material.ts";
import type { ExportedAccount } from "@repasa/card-files/repasa/exported-account.ts";
import { forgetSessionsOnServers } from "#features/auth/auth.sessions.ts";
import { takeReminderChoice } from "#features/reminders/reminders.service.ts";
import { settleDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { ImportedRows } from "#schema/imports.ts";
import type { WriteTask } from "../imports.task.ts";
import { importExams } from "./restoring.exams.ts";
import { type RestoredIds, toDeletedId } from "./restoring.ids.ts";
import {
  insertBreaks,
  insertSessions,
  insertSharedDates,
  isAccountEmpty,
  replacePastDays,
  replacePreferences,
} from "./restoring.queries.ts";
import { importQuizzes } from "./restoring.quizzes.ts";

/** The export of a whole account that an import writes, and the account that receives it. */
export type Restoration = {
  readonly owner: OwnerId;
  readonly moment: Moment;
  readonly account: ExportedAccount;
  /** True if the account was empty before. It becomes the exported one then; otherwise its own settings and past days stay. */
  readonly isEmpty: boolean;
  readonly hasHistory: boolean;
};

/** Returns the contents of an export of a whole account; null for other files, and if all cards go into a single folder. */
export function findExportedAccount({ options }: Pick<WriteTask, "options">, { own }: Pick<Material, "own">) {
  return options.folderId === undefined ? (own?.account ?? null) : null;
}

/**
 * Prepares importing a whole account; returns null for other files. The moment has the hour at which the exported account's days
 * begin if the account becomes the exported one.
 */
export async function prepareRestoration(
  db: Queryable,
  task: WriteTask,
  material: Material,
): Promise<Restoration | null> {
  const account = findExportedAccount(task, material);
  if (account === null) return null;
  const { owner, moment, options } = task;
  const isEmpty = await isAccountEmpty(db, owner);
  const dayStartHour = (isEmpty ? account.preferences?.dayStartHour : undefined) ?? moment.dayStartHour;
  const hasHistory = options.history !== false;
  return { owner, moment: momentAt(moment.now, { ...moment, dayStartHour }), account, isEmpty, hasHistory };
}

/** Adds the study sessions, and returns their new ids by their old ones. Runs before the log is written, which refers to them. */
export async function importSessions(
  db: Queryable,
  { owner, account: { sessions }, isEmpty, hasHistory }: Restoration,
  findFolderId: RestoredIds["findFolderId"],
): Promise<Map<number, number>> {
  if (!isEmpty || !hasHistory) return new Map();
  const rows = sessions.map((session) => ({
    ...session,
    folderId: session.folderId === null ? null : (findFolderId(session.folderId) ?? null),
  }));
  const ids = await insertSessions(db, owner, rows);
  return new Map(sessions.map(({ id }, place) => [id, ids[place] as number]));
}

/** Adds the rest of an export after cards and log are written. Returns the rows that undoing the import has to find. */
export async function importAccountRows(
  db: Queryable,
  { owner, moment, account, isEmpty, hasHistory }: Restoration,
  ids: RestoredIds,
): Promise<ImportedRows> {
  const examBySource = await importExams(db, owner, account, ids, { today: moment.today, isEmpty });
  const exams = [...examBySource.values()];
  if (!isEmpty) return { exams, breaks: [], sessions: [], daysThrough: null };
  const { preferences, reminder, breaks, sharedDates, sessions, past } = account;
  if (preferences !== null) {
    await replacePreferences(db, owner, preferences, moment.now);
    // Sessions cache the hour at which days begin.
    await forgetSessionsOnServers(db, owner);
  }
  if (reminder !== null) await takeReminderChoice(db, owner, moment, reminder);
  await insertBreaks(db, owner, breaks);
  if (hasHistory) await insertSharedDates(db, owner, sharedDates);
  const sessionIds = hasHistory ? sessions.flatMap(({ id }) => ids.findSessionId(id) ?? []) : [];
  const findExamId = (source: number) => examBySource.get(source)?.id;
  const quizzes = hasHistory ? await importQuizzes(db, owner, account, ids, findExamId) : [];
  return {
    exams,
    tests: quizzes,
    breaks: breaks.map(({ from }) => from),
    sessions: sessionIds,
    daysThrough: hasHistory ? (past?.settledThrough ?? null) : null,
  };
}

/** Makes past days equal to those of the exported account. `settleLaterDays` computes the later ones from the cards and the log. */
export async function importPastDays(
  db: Queryable,
  { owner, account: { past } }: Restoration,
  { findFolderId }: RestoredIds,
): Promise<void> {
  if (past === null) return;
  const days = past.days.map(({ date, pendingFolders }) => ({
    date,
    pendingFolders: [...new Set(pendingFolders.map((id) => findFolderId(id) ?? toDeletedId(id)))].sort((a, b) => a - b),
  }));
  await replacePastDays(db, owner, { ...past, days });
}

/** Runs at the end of the transaction, because settling counts the cards that are due. */
export async function settleLaterDays(db: Queryable, { owner, moment }: Restoration): Promise<void> {
  await settleDays(db, owner, moment);
}
