import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { selectAssignments } from "./assignments/assignments.queries.ts";
import { selectClasses, selectMember, selectTeachers } from "./classes.queries.ts";

/** Yields the records of an account's classes for its export: nothing about other members, and of assignments only her own. */
export async function* readClassRecords({ db }: Pick<Context, "db">, owner: OwnerId): AsyncGenerator<string> {
  for (const teacher of [owner, ...(await selectTeachers(db, owner))]) {
    for (const { id, name, memberId, createdAt } of await selectClasses(db, teacher, owner)) {
      const member = await selectMember(db, teacher, id, memberId);
      const assignments = teacher === owner ? await selectAssignments(db, owner, id) : [];
      const record = {
        id,
        name,
        createdAt,
        role: teacher === owner ? "teacher" : "student",
        memberName: member?.name ?? null,
        sharesProgress: member?.sharesProgress ?? false,
        assignments: assignments.map(({ name, date, folderIds, createdAt }) => ({ name, date, folderIds, createdAt })),
      };
      yield JSON.stringify(record);
    }
  }
}
