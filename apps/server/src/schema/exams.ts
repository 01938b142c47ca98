import { createdAndUpdated, identity, instant, reference } from "#platform/db/columns.ts";
import {
  date,
  foreignKey,
  index,
  integer,
  isNotNull,
  jsonb,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import type { LocalDate } from "#platform/time/local-days.ts";
import { ownerReference } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";

/** The share of cards to be recalled, with its band, as it was foretold on a date. */
export type Foretold = { on: LocalDate; mean: number; low: number; high: number };

export const exams = pgTable(
  "exams",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    name: varchar({ length: 255 }).notNull(),
    /** The local date, in whatever time zone the user is then. */
    date: date({ mode: "string" }).notNull(),
    /** What was last expected of it before its day, for its present date and folders. */
    foretold: jsonb().$type<Foretold>(),
    ...createdAndUpdated(),
    /** Made by the client, so that a create sent twice makes one exam. */
    clientId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("exams_date").on(table.userId, table.date),
    uniqueIndex("exams_client_id_unique").on(table.userId, table.clientId).where(isNotNull(table.clientId)),
  ],
);

/** The folders whose cards an exam is about. */
export const examFolders = pgTable(
  "exam_folders",
  {
    userId: ownerReference().notNull(),
    examId: reference().notNull(),
    folderId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.examId, table.folderId] }),
    foreignKey({
      name: "exam_folders_exam_fk",
      columns: [table.userId, table.examId],
      foreignColumns: [exams.userId, exams.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "exam_folders_folder_fk",
      columns: [table.userId, table.folderId],
      foreignColumns: [folders.userId, folders.id],
    }).onDelete("cascade"),
    index("exam_folders_folder").on(table.userId, table.folderId),
  ],
);

/**
 * Cards that an exam has brought nearer, and when they would come without it. It holds as long as the card was neither rated
 * since nor given another due date.
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
    foreignKey({
      name: "exam_moves_card_fk",
      columns: [table.userId, table.cardId],
      foreignColumns: [cards.userId, cards.id],
    }).onDelete("cascade"),
  ],
);
