// Reads the records of our JSON apart from cards and media. The file is not trusted, so records that break a rule of the product
// are left out and counted.
import { accountEndpoints } from "@repasa/contract/account.ts";
import { examName, MAX_DAYS_TO_EXAM, MAX_EXAM_FOLDERS } from "@repasa/contract/exams.forms.ts";
import { ANSWER_MODES } from "@repasa/contract/folders.choices.ts";
import { folderForm } from "@repasa/contract/folders.forms.ts";
import { MAX_BREAK_DAYS, MAX_DAYS_TO_BREAK_END } from "@repasa/contract/pace.forms.ts";
import { toStorable } from "@repasa/contract/texts.ts";
import { addDays, countDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import * as z from "zod/mini";
import type {
  ExportedAccount,
  ExportedBreak,
  ExportedExam,
  ExportedFolder,
  ExportedPast,
  ExportedPreferences,
  ExportedReminder,
} from "./exported-account.ts";
import { exactReview, jsonCount, jsonDate, jsonId, jsonInstant, jsonText } from "./history-records.ts";
import { isRecord, type Records } from "./json-records.ts";
import { readExportedQuizzes } from "./quiz-records.ts";

/** Called for each record that cannot be read. */
type OnBroken = (list: string) => void;

const MAX_FOLDER_NAME_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 5000;

const orNull = <Schema extends z.core.$ZodType>(schema: Schema) => z.catch(z.nullable(schema), null);

/** @param now In milliseconds since 1970: the creation date of folders whose record has none. */
export function readExportedFolders(records: Records, now: number): ExportedFolder[] {
  const undated = z.catch(jsonInstant, new Date(now).toISOString());
  const folder = z.object({
    id: jsonId,
    name: z.string(),
    description: orNull(z.string()),
    catalogSlug: orNull(jsonText(64)),
    difficultyLevel: z.catch(jsonText(20), "Medio"),
    language: orNull(folderForm.shape.language),
    color: orNull(folderForm.shape.color),
    automaticColor: orNull(folderForm.shape.color),
    icon: orNull(folderForm.shape.icon),
    answerMode: orNull(z.enum(ANSWER_MODES)),
    strictAccents: z.catch(z.boolean(), false),
    createdAt: undated,
    updatedAt: undated,
  });
  return [...records.list("folders")].flatMap((record) => {
    const found = z.safeParse(folder, record);
    if (!found.success) return [];
    const name = found.data.name.replaceAll("\0", "").toWellFormed().slice(0, MAX_FOLDER_NAME_LENGTH).trim();
    const text = toStorable(found.data.description ?? "").slice(0, MAX_DESCRIPTION_LENGTH);
    const description = text === "" ? null : text.toWellFormed();
    const { language = null, color = null, automaticColor = null, icon = null } = found.data;
    // Files from before the automatic colour do not say whether turning over was chosen.
    const isDefault = found.data.answerMode === "flip" && !(isRecord(record) && "automaticColor" in record);
    const answerMode = isDefault ? null : found.data.answerMode;
    return name === "" ? [] : [{ ...found.data, answerMode, name, description, language, color, automaticColor, icon }];
  });
}

/** @param now In milliseconds since 1970: reviews in the future are left out. */
export function readExportedAccount(records: Records, now: number, onBroken: OnBroken): ExportedAccount {
  // The next date has already begun in some time zones.
  const latest = addDays(new Date(now).toISOString().slice(0, 10), 1);
  const listOf = <Schema extends z.core.$ZodType>(name: string, schema: Schema) =>
    [...readValid(records, name, schema, onBroken)] as z.output<Schema>[];
  return {
    preferences: readExportedPreferences(records, onBroken),
    reminder: parseRecord(reminder, records.one("reminders"), () => onBroken("reminders")),
    exams: selectExams(listOf("exams", exam), listOf("examFolders", examFolder), latest, onBroken),
    examMoves: listOf("examMoves", move),
    breaks: readExportedBreaks(listOf("breaks", pause), latest),
    sharedDates: listOf("sharedDates", z.object({ date: jsonDate })).map(({ date }) => date),
    sessions: listOf("studySessions", session),
    quizzes: () => readExportedQuizzes(records, () => onBroken("tests")),
    past: readExportedPast(records, latest, onBroken),
    otherReviews: createOtherReviews(records, now, onBroken),
  };
}

function createOtherReviews(records: Records, now: number, onBroken: OnBroken): ExportedAccount["otherReviews"] {
  let isFirst = true;
  return function* () {
    // Broken records are reported once, even if the list is read several times.
    const report = isFirst ? onBroken : () => {};
    isFirst = false;
    for (const review of readValid(records, "otherReviews", otherReview, report)) {
      const { id, ...rest } = review as z.output<typeof otherReview>;
      if (Date.parse(rest.reviewedAt) <= now) yield { ...rest, order: id };
    }
  };
}

function* readValid(records: Records, name: string, schema: z.core.$ZodType, onBroken: OnBroken): Iterable<unknown> {
  for (const record of records.list(name)) {
    const found = z.safeParse(schema, record);
    if (found.success) yield found.data;
    else onBroken(name);
  }
}

function parseRecord<Schema extends z.core.$ZodType>(schema: Schema, record: unknown, onBroken: () => void) {
  if (record === null) return null;
  const found = z.safeParse(schema, record);
  if (!found.success) onBroken();
  return found.success ? found.data : null;
}

const otherReview = z.extend(exactReview, { cardId: jsonId });

const optionalDate = z._default(z.nullable(jsonDate), null);
const unsettable = z.object({
  catchUpUntil: optionalDate,
  catchUpPerDay: z._default(z.nullable(z.int().check(z.gte(0))), null),
  retentionQuestionFrom: optionalDate,
});

function readExportedPreferences(records: Records, onBroken: OnBroken): ExportedPreferences | null {
  const record = records.one("preferences");
  if (!isRecord(record)) return null;
  const broken = () => onBroken("preferences");
  // In these columns null means the product's default.
  const isChosen = ([name, value]: [string, unknown]) =>
    value !== null || !["desiredRetention", "quietDays"].includes(name);
  const chosen = Object.fromEntries(Object.entries(record).filter(isChosen));
  const settable = parseRecord(accountEndpoints.setPreferences.body, chosen, broken);
  const rest = parseRecord(unsettable, record, broken);
  if (settable === null || rest === null) return null;
  // Older files have only the end of a plan, without which its number of reviews cannot be computed again.
  const whole = rest.catchUpPerDay === null ? { ...rest, catchUpUntil: null } : rest;
  const {
    reminder: _,
    reminderHour: _hour,
    reminderMinute: _minute,
    reminderChannels: _channels,
    ...preferences
  } = settable;
  return { ...preferences, ...whole };
}

const reminder: z.ZodMiniType<ExportedReminder> = z.object({
  reminder: z.boolean(),
  reminderHour: z.int().check(z.gte(0), z.lte(23)),
  reminderMinute: z.literal([0, 30]),
  // Older files name no channel.
  reminderChannels: z._default(accountEndpoints.setPreferences.body.shape.reminderChannels, ["mail"]),
  offerAnsweredAt: z._default(z.nullable(jsonInstant), null),
});

const share = z.number().check(z.gte(0), z.lte(1));
const exam = z.object({
  id: jsonId,
  name: examName,
  date: jsonDate,
  foretold: orNull(z.object({ on: jsonDate, mean: share, low: share, high: share })),
  createdAt: jsonInstant,
  updatedAt: jsonInstant,
});
const examFolder = z.object({ examId: jsonId, folderId: jsonId });

/**
 * More exams than anybody has, including past ones. Limited because all exams of an account are read at once. The newest are
 * imported.
 */
const MAX_EXAMS = 1_000;

function selectExams(
  exams: readonly z.output<typeof exam>[],
  chosen: readonly z.output<typeof examFolder>[],
  latest: LocalDate,
  onBroken: OnBroken,
): ExportedExam[] {
  const farthest = addDays(latest, MAX_DAYS_TO_EXAM);
  const folderIds = Map.groupBy(chosen, ({ examId }) => examId);
  const possible = exams.filter(({ date }) => date <= farthest);
  const oldest = new Set(possible.toSorted((a, b) => b.date.localeCompare(a.date)).slice(MAX_EXAMS));
  for (const _exam of oldest) onBroken("exams");
  return possible.flatMap((one) => {
    if (oldest.has(one)) return [];
    const ids = new Set(folderIds.get(one.id)?.map(({ folderId }) => folderId));
    return [{ ...one, folderIds: [...ids].slice(0, MAX_EXAM_FOLDERS) }];
  });
}

const move = z.object({
  cardId: jsonId,
  lastReviewDate: jsonDate,
  movedTo: jsonDate,
  nextReviewAt: jsonInstant,
  nextReviewDate: jsonDate,
  interval: jsonCount,
});

const pause = z.object({ fromDate: jsonDate, toDate: jsonDate, spreadUntil: jsonDate });
/** The cards due in a break are never spread over more days than this. */
const MAX_SPREAD_DAYS = 30;

/** Returns the breaks that the product could have created: at least a date apart, and none longer than allowed. */
function readExportedBreaks(breaks: readonly z.output<typeof pause>[], latest: LocalDate): ExportedBreak[] {
  const farthest = addDays(latest, MAX_DAYS_TO_BREAK_END);
  const found: ExportedBreak[] = [];
  for (const { fromDate: from, toDate: to, spreadUntil } of breaks.toSorted((a, b) =>
    a.fromDate < b.fromDate ? -1 : 1,
  )) {
    const previous = found.at(-1);
    const isPossible = from <= to && to <= farthest && countDays({ from, to }) <= MAX_BREAK_DAYS;
    const isSpreadPossible = spreadUntil >= to && spreadUntil <= addDays(to, MAX_SPREAD_DAYS);
    const isApart = previous === undefined || from > addDays(previous.to, 1);
    if (isPossible && isSpreadPossible && isApart) found.push({ from, to, spreadUntil });
  }
  return found;
}

const session = z.object({
  id: jsonId,
  folderId: z.nullable(jsonId),
  cardsStudied: jsonCount,
  easyCount: jsonCount,
  goodCount: jsonCount,
  hardCount: jsonCount,
  startedAt: jsonInstant,
  completedAt: z.nullable(jsonInstant),
});

const settled = z.object({ settledThrough: jsonDate, keptThrough: z.nullable(jsonDate) });
const day = z.object({ date: jsonDate, pendingFolders: z.array(jsonId) });
const gap = z.object({ fromDate: jsonDate, toDate: jsonDate });

function readExportedPast(records: Records, latest: LocalDate, onBroken: OnBroken): ExportedPast | null {
  const ends = parseRecord(settled, records.one("settled"), () => onBroken("settled"));
  if (ends === null || ends.settledThrough > latest) return null;
  const keptThrough = ends.keptThrough !== null && ends.keptThrough > ends.settledThrough ? null : ends.keptThrough;
  const days = new Map<LocalDate, number[]>();
  for (const one of readValid(records, "days", day, onBroken)) {
    const { date, pendingFolders } = one as z.output<typeof day>;
    if (keptThrough !== null && date <= keptThrough && pendingFolders.length > 0) days.set(date, pendingFolders);
  }
  return {
    settledThrough: ends.settledThrough,
    keptThrough,
    days: [...days].map(([date, pendingFolders]) => ({ date, pendingFolders })),
    gaps: selectGaps(
      [...readValid(records, "streakGaps", gap, onBroken)] as z.output<typeof gap>[],
      ends.settledThrough,
    ),
  };
}

/** Returns the valid gaps in order, without those that overlap an earlier one or end after the settled date. */
function selectGaps(gaps: readonly z.output<typeof gap>[], settledThrough: LocalDate): DateRange[] {
  const found: DateRange[] = [];
  for (const { fromDate: from, toDate: to } of gaps.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1))) {
    const previous = found.at(-1);
    if (from <= to && to <= settledThrough && (previous === undefined || from > previous.to)) found.push({ from, to });
  }
  return found;
}
