import { MAX_CLASS_MEMBERS, MAX_CLASSES, normalizeCode } from "@repasa/contract/classes.forms.ts";
import type { Class, classEndpoints } from "@repasa/contract/classes.ts";
import type { Context } from "#context.ts";
import { readCurrentUser } from "#features/auth/auth.service.ts";
import { endFollowing, renameSource } from "#features/followers/followers.service.ts";
import { isUniqueViolation } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { BodyOf } from "#platform/http/call.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type ClassAccess, findClass, findOwnClass } from "./classes.access.ts";
import { createCode } from "./classes.codes.ts";
import { classJobs } from "./classes.jobs.ts";
import {
  type ClassRow,
  countClasses,
  countMembers,
  deleteClass,
  deleteCode,
  insertClass,
  insertMember,
  insertMembership,
  lockClass,
  lockClassesOf,
  selectAssignmentIds,
  selectClasses,
  selectClassOfCode,
  selectCodes,
  selectMembership,
  selectStudents,
  selectTeachers,
  updateClass,
  upsertCode,
} from "./classes.queries.ts";

/** The teacher's name in a class, if she has not given the account a first name. */
const TEACHER_NAME = "Docente";

const byAge = (one: ClassRow, other: ClassRow) =>
  one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id;

/** Lists classes, with one statement for each teacher. */
export async function listClasses(ctx: Context, caller: OwnerId): Promise<Class[]> {
  const [own, codes, teachers] = await Promise.all([
    selectClasses(ctx.db, caller, caller),
    selectCodes(ctx.db, caller),
    selectTeachers(ctx.db, caller),
  ]);
  const joined = await Promise.all(teachers.map((teacher) => selectClasses(ctx.db, teacher, caller)));
  const taught = new Set(own.map(({ id }) => id));
  return [...own, ...joined.flat()].toSorted(byAge).map((row) => {
    return toClass(row, { isTeacher: taught.has(row.id), code: codes.get(row.id) });
  });
}

export async function readClass(ctx: Context, caller: OwnerId, id: number): Promise<Class> {
  return describeClass(ctx, await findClass(ctx, caller, id));
}

export async function createClass(
  ctx: Context,
  caller: OwnerId,
  { now }: Moment,
  { name }: BodyOf<typeof classEndpoints.create>,
): Promise<Class> {
  const user = await readCurrentUser(ctx, caller);
  if (!user.isEmailVerified) {
    throw new AppError("email_unconfirmed", "Confirma tu correo electrónico para crear una clase");
  }
  const id = await ctx.db.transaction(async (transaction) => {
    await lockClassesOf(transaction, caller);
    const added = await insertClass(transaction, caller, name, now);
    await requireClassesLeft(transaction, caller);
    const teacher = { classId: added, accountId: caller, name: user.firstName ?? TEACHER_NAME, sharesProgress: false };
    await insertMember(transaction, caller, teacher, now);
    await giveCode(transaction, caller, added);
    return added;
  });
  return readClass(ctx, caller, id);
}

export async function renameClass(
  ctx: Context,
  caller: OwnerId,
  id: number,
  { name }: BodyOf<typeof classEndpoints.update>,
): Promise<Class> {
  await findOwnClass(ctx, caller, id);
  await ctx.db.transaction(async (transaction) => {
    await updateClass(transaction, caller, id, name);
    // The folders of the students say that they come from this class.
    const ids = await selectAssignmentIds(transaction, caller, id);
    await renameSource(ctx, transaction, caller, { via: { carrier: "assignment", ids } }, name);
  });
  return readClass(ctx, caller, id);
}

/** Ends a class. A job for each student ends what the class began. */
export async function endClass(ctx: Context, caller: OwnerId, id: number): Promise<void> {
  await findOwnClass(ctx, caller, id);
  await ctx.db.transaction(async (transaction) => {
    // Nobody can join after the jobs are enqueued, and be left out.
    await lockClass(transaction, caller, id);
    const ids = await selectAssignmentIds(transaction, caller, id);
    await endFollowing(ctx, transaction, caller, { via: { carrier: "assignment", ids } });
    await enqueueAssigning(ctx, transaction, caller, id);
    await deleteCode(transaction, caller, id);
    await deleteClass(transaction, caller, id);
  });
}

export async function renewCode(ctx: Context, caller: OwnerId, id: number): Promise<Class> {
  const access = await findOwnClass(ctx, caller, id);
  await giveCode(ctx.db, caller, id);
  return describeClass(ctx, access);
}

/** Makes the caller a student, or finds the membership that there is already. */
export async function joinClass(
  ctx: Context,
  caller: OwnerId,
  { now }: Moment,
  { code, name, sharesProgress }: BodyOf<typeof classEndpoints.join>,
): Promise<Class> {
  await ctx.throttle.take("joinAccount", String(caller));
  const found = await selectClassOfCode(ctx.db, normalizeCode(code));
  if (!found) throw unknownCode();
  const { teacher, classId } = found;
  await ctx.db.transaction(async (transaction) => {
    await lockClassesOf(transaction, caller);
    if (caller === teacher || (await selectMembership(transaction, caller, classId))) return;
    // The class may have ended since its code was read.
    if (!(await lockClass(transaction, teacher, classId))) throw unknownCode();
    await insertMember(transaction, teacher, { classId, accountId: caller, name, sharesProgress }, now);
    await insertMembership(transaction, caller, { classId, teacherId: teacher });
    await requireClassesLeft(transaction, caller);
    if ((await countMembers(transaction, teacher, classId)) > MAX_CLASS_MEMBERS) {
      throw new AppError("conflict", `La clase está completa: tiene ${MAX_CLASS_MEMBERS} miembros`);
    }
    await ctx.enqueue(transaction, classJobs.assign, [{ userId: caller, classId }]);
  });
  return readClass(ctx, caller, classId);
}

/** Enqueues a job for each student of a class. */
export async function enqueueAssigning(
  ctx: Pick<Context, "enqueue">,
  transaction: Queryable,
  teacher: OwnerId,
  classId: number,
): Promise<void> {
  const students = await selectStudents(transaction, teacher, classId);
  if (students.length > 0) await ctx.enqueue(transaction, classJobs.assign, students);
}

async function giveCode(db: Queryable, teacher: OwnerId, classId: number): Promise<void> {
  for (;;) {
    try {
      // In a transaction of its own, or a savepoint of the caller's, which a collision does not end.
      return await db.transaction((attempt) => upsertCode(attempt, teacher, classId, createCode()));
    } catch (error) {
      if (!isUniqueViolation(error, "class_codes_code_unique")) throw error;
    }
  }
}

async function requireClassesLeft(db: Queryable, account: OwnerId): Promise<void> {
  if ((await countClasses(db, account)) <= MAX_CLASSES) return;
  throw new AppError("conflict", `Puedes estar en hasta ${MAX_CLASSES} clases. Sal de alguna.`);
}

async function describeClass(ctx: Context, { teacher, isTeacher, ...row }: ClassAccess): Promise<Class> {
  const code = isTeacher ? (await selectCodes(ctx.db, teacher)).get(row.id) : undefined;
  return toClass(row, { isTeacher, code });
}

function toClass(
  row: ClassRow,
  { isTeacher, code = null }: { isTeacher: boolean; code?: string | undefined | null },
): Class {
  return {
    id: row.id,
    name: row.name,
    code: isTeacher ? code : null,
    role: isTeacher ? "teacher" : "student",
    members: row.members,
    memberId: row.memberId,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The form shows it where the code is typed. */
function unknownCode(): AppError {
  const message = "Ninguna clase tiene ese código";
  return new AppError("not_found", message, { issues: [{ path: "code", message }] });
}
