import { getTableColumns, getTableName, toSnakeCase } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Runner } from "#platform/db/prepared.ts";
import { studySessions } from "#schema/study.ts";

export type StudySessionRow = typeof studySessions.$inferSelect;
type NewStudySession = Pick<StudySessionRow, "folderId" | "cardsStudied" | "startedAt">;

type StudySessionChange = { [Name in (typeof CHANGEABLE_COLUMNS)[number]]?: StudySessionRow[Name] | undefined };

export async function insertStudySession(db: Queryable, owner: OwnerId, session: NewStudySession) {
  const [row] = await db
    .insert(studySessions)
    .values({ userId: owner, ...session })
    .returning();
  return row as StudySessionRow;
}

const CHANGEABLE_COLUMNS = ["cardsStudied", "easyCount", "goodCount", "hardCount", "completedAt"] as const;
const sessionColumns = Object.keys(getTableColumns(studySessions)).map((name) => `${toSnakeCase(name)} AS "${name}"`);
const sessionChanges = CHANGEABLE_COLUMNS.map((name, index) => {
  const column = toSnakeCase(name);
  return `${column} = coalesce($${index + 3}, ${column})`;
});

/** Prepared, because it runs as often as ratings: the web stores the progress of a session after each. */
const sessionUpdateStatement = {
  name: "study-session-update",
  text: `UPDATE ${getTableName(studySessions)} SET ${sessionChanges.join(", ")}
WHERE user_id = $1 AND id = $2 RETURNING ${sessionColumns.join(", ")}`,
};

/** Updates the columns in `change`; the others stay as they are. */
export async function updateStudySession(
  runner: Runner,
  owner: OwnerId,
  id: number,
  change: StudySessionChange,
): Promise<StudySessionRow | undefined> {
  const values = [owner, id, ...CHANGEABLE_COLUMNS.map((name) => change[name])];
  return (await runner.query<StudySessionRow>({ ...sessionUpdateStatement, values })).rows[0];
}
