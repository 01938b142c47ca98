import type { AnswerResult, Difficulty } from "@repasa/contract/study.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { createdAndUpdated, identity, instant, ownerReference, reference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";
import type { ScheduledState } from "./study.state.ts";

export const studySessions = pgTable(
  "study_sessions",
  {
    id: identity(),
    userId: ownerReference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a foreign key: what was studied stays true when the folder is gone. */
    folderId: reference(),
    cardsStudied: integer().notNull().default(0),
    easyCount: integer().notNull().default(0),
    goodCount: integer().notNull().default(0),
    hardCount: integer().notNull().default(0),
    startedAt: instant().notNull(),
    completedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** The log: one row a rating, never changed but for its undoing. It outlives its card and folder. */
export const reviews = pgTable(
  "reviews",
  {
    /** Grows in the order in which a user's ratings were applied. */
    id: identity(),
    userId: ownerReference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reviewId: uuid().notNull(),
    cardId: reference().notNull(),
    folderId: reference().notNull(),
    difficulty: varchar({ length: 10 }).$type<Difficulty>().notNull(),
    answerResult: varchar({ length: 10 }).$type<AnswerResult>().notNull(),
    /** The memory model's grade: 1 Again, 2 Hard, 3 Good, 4 Easy. */
    grade: smallint().notNull(),
    reviewedAt: instant().notNull(),
    timeZone: text().notNull(),
    /** The user's local date then; never computed again. */
    localDate: date({ mode: "string" }).notNull(),
    dueBefore: instant(),
    practice: boolean().notNull(),
    /** The model's recall probability before the rating, when it counts for the calibration; else null. */
    retrievability: doublePrecision(),
    stateBefore: jsonb().$type<ScheduledState>().notNull(),
    stateAfter: jsonb().$type<ScheduledState>().notNull(),
    durationMs: integer(),
    studySessionId: reference(),
    undoneAt: instant(),
    undoneDate: date({ mode: "string" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("reviews_review_id_unique").on(table.userId, table.reviewId),
    index("reviews_card").on(table.userId, table.cardId, table.id),
    index("reviews_local_date").on(table.userId, table.localDate),
    // What was undone on a later day still counts for its own; there is little of it, and the past asks for it.
    index("reviews_late_undo").on(table.userId, table.undoneDate).where(sql`undone_date > local_date`),
  ],
);

/** What the scheduler has learned about a user. Its version counts ratings and undos, so that they take turns. */
export const userScheduling = pgTable("user_scheduling", {
  userId: ownerReference()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  calibrationA: doublePrecision().notNull().default(1),
  calibrationB: doublePrecision().notNull().default(0),
  version: bigint({ mode: "number" }).notNull().default(0),
});

export const spacedRepetitionSettings = pgTable("spaced_repetition_settings", {
  id: identity().primaryKey(),
  settingName: varchar({ length: 50 }).notNull().unique("spaced_repetition_settings_name_unique"),
  settingType: varchar({ length: 20 }).notNull(),
  valueMinutes: integer(),
  /** Hundredths: 90 means 0.90. */
  valueDecimal: integer(),
  description: text(),
  isActive: boolean().notNull().default(true),
  ...createdAndUpdated(),
});

export const spacedRepetitionConfig = pgTable("spaced_repetition_config", {
  id: identity().primaryKey(),
  difficulty: varchar({ length: 20 }).notNull().unique("spaced_repetition_config_difficulty_unique"),
  intervalMinutes: integer().notNull(),
});
