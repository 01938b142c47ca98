import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { classJobs } from "./classes.jobs.ts";
import { selectClasses, selectStudents, selectTeachers } from "./classes.queries.ts";
import { forgetCovered } from "./figures/figures.queries.ts";

/**
 * Ends the classes and memberships of an account that is being deleted. Its rows go with it, here and on the shards of others; a job
 * for each student ends what its classes began.
 */
export async function leaveClasses(
  { enqueue }: Pick<Context, "enqueue">,
  transaction: Queryable,
  account: OwnerId,
): Promise<void> {
  const students = await selectStudents(transaction, account);
  if (students.length > 0) await enqueue(transaction, classJobs.assign, students);
  for (const teacher of await selectTeachers(transaction, account)) {
    for (const { id: classId, memberId } of await selectClasses(transaction, teacher, account)) {
      await forgetCovered(transaction, teacher, { classId, memberId });
    }
  }
}
