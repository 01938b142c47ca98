import type { ClassFigures } from "@repasa/contract/classes.ts";
import { belongsTo, created, identity, instant, reference } from "#platform/db/columns.ts";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  unique,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";
import { folders } from "#schema/folders.ts";

// ---- On the teacher's shard: `userId` is the teacher ----

export const classes = pgTable(
  "classes",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    name: varchar({ length: 100 }).notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** The members of a class. The one whose account is the teacher's is the teacher, all others are students. */
export const classMembers = pgTable(
  "class_members",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    classId: reference().notNull(),
    accountId: ownerReference().notNull(),
    name: varchar({ length: 100 }).notNull(),
    sharesProgress: boolean().notNull(),
    ...created(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("class_members_account_unique").on(table.userId, table.classId, table.accountId),
    belongsTo("class_members_class_fk", [table.userId, table.classId], [classes.userId, classes.id]),
    index("class_members_account").on(table.accountId),
  ],
);

export const assignments = pgTable(
  "assignments",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    classId: reference().notNull(),
    name: varchar({ length: 100 }).notNull(),
    /** The date of the students' exams; null without one. */
    date: date({ mode: "string" }),
    ...created(),
    /** When figures were last requested. A run of jobs is named by it, and replaces the last one once all have reported. */
    requestedAt: instant(),
    /** The run whose figures are shown; null before the first. */
    asOf: instant(),
    /** The members who had begun and were not seen by the teacher when the run ended. None of them is covered once one has left. */
    hidden: bigint({ mode: "number" }).array(),
    /** The figures of the class for the members in `covered`, as they were last read; null for too few members. */
    classFigures: jsonb().$type<ClassFigures>(),
    covered: bigint({ mode: "number" }).array(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    belongsTo("assignments_class_fk", [table.userId, table.classId], [classes.userId, classes.id]),
    index("assignments_class").on(table.userId, table.classId),
  ],
);

/** The teacher's folders. */
export const assignmentFolders = pgTable(
  "assignment_folders",
  {
    userId: ownerReference().notNull(),
    assignmentId: reference().notNull(),
    folderId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.assignmentId, table.folderId] }),
    belongsTo(
      "assignment_folders_assignment_fk",
      [table.userId, table.assignmentId],
      [assignments.userId, assignments.id],
    ),
    belongsTo("assignment_folders_folder_fk", [table.userId, table.folderId], [folders.userId, folders.id]),
    index("assignment_folders_folder").on(table.userId, table.folderId),
  ],
);

/** A student's figures as a run of jobs reported them. */
export const memberFigures = pgTable(
  "member_figures",
  {
    userId: ownerReference().notNull(),
    assignmentId: reference().notNull(),
    run: instant().notNull(),
    memberId: reference().notNull(),
    /** Whether the teacher has seen this row: the student has agreed to that at some time since it was written. */
    shown: boolean().notNull(),
    cards: integer().notNull(),
    seen: integer().notNull(),
    /** The expected share on the day of the assignment, with its band; null without a date, and before anything was seen. */
    mean: real(),
    low: real(),
    high: real(),
    /** The teacher's cards that the student has rated, and the recall of each. */
    cardIds: bigint({ mode: "number" }).array().notNull(),
    recalls: real().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.assignmentId, table.run, table.memberId] }),
    belongsTo("member_figures_assignment_fk", [table.userId, table.assignmentId], [assignments.userId, assignments.id]),
    belongsTo("member_figures_member_fk", [table.userId, table.memberId], [classMembers.userId, classMembers.id]),
    index("member_figures_member").on(table.userId, table.memberId),
  ],
);

// ---- On the coordinator ----

/** Whose class has a code. Codes are not hashed: the teacher sees hers again, and all of them could be tried. */
export const classCodes = pgTable(
  "class_codes",
  {
    userId: ownerReference().notNull(),
    classId: reference().notNull(),
    code: varchar({ length: 8 }).notNull().unique("class_codes_code_unique"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.classId] })],
);

// ---- On the student's shard: `userId` is the student ----

export const memberships = pgTable(
  "memberships",
  {
    userId: ownerReference().notNull(),
    classId: reference().notNull(),
    teacherId: ownerReference().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.classId] }), index("memberships_teacher").on(table.teacherId)],
);

/** The folders that a student was assigned. They outlive the class until a job has ended what they began. */
export const assignedFolders = pgTable(
  "assigned_folders",
  {
    userId: ownerReference().notNull(),
    assignmentId: reference().notNull(),
    classId: reference().notNull(),
    /** The teacher's folder. */
    sourceId: reference().notNull(),
    /** The student's folder, which she may have deleted. */
    folderId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.assignmentId, table.sourceId] }),
    index("assigned_folders_class").on(table.userId, table.classId),
  ],
);

/** The exam that a student got for an assignment, as the class wrote it last. */
export const assignedExams = pgTable(
  "assigned_exams",
  {
    userId: ownerReference().notNull(),
    assignmentId: reference().notNull(),
    classId: reference().notNull(),
    /** The `clientId` of the exam, so that a repeated job adds none. */
    clientId: uuid().notNull(),
    /** Null until it was added. The student may have deleted it. */
    examId: reference(),
    /** The exam's `updatedAt` after the class wrote it: another value means that the student has changed it. */
    writtenAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.assignmentId] }),
    index("assigned_exams_class").on(table.userId, table.classId),
  ],
);
