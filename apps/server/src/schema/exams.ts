import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import {
  belongsTo,
  clientId,
  createdAndUpdated,
  identity,
  instant,
  reference,
  uniqueWhereSet,
} from "#platform/db/columns.ts";
import { date, index, integer, jsonb, pgTable, primaryKey, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";

/** A forecast of the share of cards that will be recalled, with its band, made on a date. */
export type StoredForecast = { on: LocalDate; mean: number; low: number; high: number };

export const exams = pgTable(
  "exams",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    name: varchar({ length: 255 }).notNull(),
    /** The local date, in whatever time zone the user is then. */
    date: date({ mode: "string" }).notNull(),
    /** The last forecast before the exam's day, for its present date and folders. */
    foretold: jsonb().$type<StoredForecast>(),
    ...createdAndUpdated(),
    clientId: clientId(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("exams_date").on(table.userId, table.date),
    uniqueWhereSet("exams_client_id_unique", table.userId, table.clientId),
  ],
);

/** The folders whose cards an exam covers. */
export const examFolders = pgTable(
  "exam_folders",
  {
    userId: ownerReference().notNull(),
    examId: reference().notNull(),
    folderId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.examId, table.folderId] }),
    belongsTo("exam_folders_exam_fk", [table.userId, table.examId], [exams.userId, exams.id]),
    belongsTo("exam_folders_folder_fk", [table.userId, table.folderId], [folders.userId, folders.id]),
    index("exam_folders_folder").on(table.userId, table.folderId),
  ],
);

/**
 * Cards whose due date an exam has moved forward, and when they would be due without it. A row applies as long as the card
 * was neither rated since nor given another due date.
 */
export const examMoves = pgTable(
  "exam_moves",
  {
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    /** The card's last review when it was moved. */
    lastReviewDate: date({ mode: "string" }).notNull(),
    movedTo: date({ mode: "string" }).notNull(),
    nextReviewAt: instant().notNull(),
    nextReviewDate: date({ mode: "string" }).notNull(),
    interval: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.cardId] }),
    belongsTo("exam_moves_card_fk", [table.userId, table.cardId], [cards.userId, cards.id]),
  ],
);
