import { and, asc, eq, ne, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, CLASSES_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { assignments, classCodes, classes, classMembers, memberships } from "#schema/classes.ts";

/** A class with the membership of one of its members. */
export type ClassRow = {
  id: number;
  name: string;
  createdAt: Date;
  members: number;
  memberId: number;
};

// ---- The teacher's shard ----

const isClass = (teacher: OwnerId, id: number) => isOwn(classes, teacher, { id });
const isMemberOf = (teacher: OwnerId, classId: number) => isOwn(classMembers, teacher, { classId });

/** Returns the classes of a teacher in which an account is a member, or only the one with the given id; the oldest first. */
async function selectClassesWith(db: Queryable, teacher: OwnerId, account: OwnerId, id?: number): Promise<ClassRow[]> {
  const members = sql<number>`(select count(*) from ${classMembers} as every
    where every.user_id = ${teacher} and every.class_id = ${classes.id})`;
  return db
    .select({ id: classes.id, name: classes.name, createdAt: classes.createdAt, members, memberId: classMembers.id })
    .from(classes)
    .innerJoin(classMembers, and(isMember(teacher, account), eq(classMembers.classId, classes.id)))
    .where(and(eq(classes.userId, teacher), id === undefined ? undefined : eq(classes.id, id)))
    .orderBy(asc(classes.id));
}

const isMember = (teacher: OwnerId, account: OwnerId) => isOwn(classMembers, teacher, { accountId: account });

export async function selectClass(
  db: Queryable,
  teacher: OwnerId,
  id: number,
  account: OwnerId,
): Promise<ClassRow | undefined> {
  const [row] = await selectClassesWith(db, teacher, account, id);
  return row;
}

export async function selectClasses(db: Queryable, teacher: OwnerId, account: OwnerId): Promise<ClassRow[]> {
  return selectClassesWith(db, teacher, account);
}

export async function insertClass(db: Queryable, teacher: OwnerId, name: string, now: Date): Promise<number> {
  const [row] = await db
    .insert(classes)
    .values({ userId: teacher, name, createdAt: now })
    .returning({ id: classes.id });
  return (row as { id: number }).id;
}

export async function updateClass(db: Queryable, teacher: OwnerId, id: number, name: string): Promise<void> {
  await db.update(classes).set({ name }).where(isClass(teacher, id));
}

/** Locks a class until the transaction ends, so that members are counted one after another. False if there is none. */
export async function lockClass(db: Queryable, teacher: OwnerId, id: number): Promise<boolean> {
  const locked = await db.select({ id: classes.id }).from(classes).where(isClass(teacher, id)).for("update");
  return locked.length > 0;
}

export async function deleteClass(db: Queryable, teacher: OwnerId, id: number): Promise<boolean> {
  const deleted = await db.delete(classes).where(isClass(teacher, id)).returning({ id: classes.id });
  return deleted.length > 0;
}

export async function countMembers(db: Queryable, teacher: OwnerId, classId: number): Promise<number> {
  return db.$count(classMembers, isMemberOf(teacher, classId));
}

export type MemberRow = { id: number; accountId: OwnerId; name: string; sharesProgress: boolean };
const memberFields = {
  id: classMembers.id,
  accountId: classMembers.accountId,
  name: classMembers.name,
  sharesProgress: classMembers.sharesProgress,
};

/** Returns the members of a class, the first to join first. */
export async function selectMembers(db: Queryable, teacher: OwnerId, classId: number): Promise<MemberRow[]> {
  return db.select(memberFields).from(classMembers).where(isMemberOf(teacher, classId)).orderBy(asc(classMembers.id));
}

export async function selectMember(
  db: Queryable,
  teacher: OwnerId,
  classId: number,
  id: number,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select(memberFields)
    .from(classMembers)
    .where(and(isMemberOf(teacher, classId), eq(classMembers.id, id)));
  return row;
}

/** Returns the students of a class, or of all classes of a teacher, each with the class. */
export async function selectStudents(db: Queryable, teacher: OwnerId, classId?: number) {
  return db
    .select({ userId: classMembers.accountId, classId: classMembers.classId })
    .from(classMembers)
    .where(
      and(
        eq(classMembers.userId, teacher),
        ne(classMembers.accountId, teacher),
        classId === undefined ? undefined : eq(classMembers.classId, classId),
      ),
    );
}

type NewMember = { classId: number; accountId: OwnerId; name: string; sharesProgress: boolean };

export async function insertMember(db: Queryable, teacher: OwnerId, member: NewMember, now: Date): Promise<void> {
  await db.insert(classMembers).values({ ...member, userId: teacher, createdAt: now });
}

export async function updateMember(
  db: Queryable,
  teacher: OwnerId,
  id: number,
  change: { name?: string | undefined; sharesProgress?: boolean | undefined },
): Promise<MemberRow | undefined> {
  const [row] = await db
    .update(classMembers)
    .set(change)
    .where(isOwn(classMembers, teacher, { id }))
    .returning(memberFields);
  return row;
}

export async function deleteMember(db: Queryable, teacher: OwnerId, classId: number, id: number): Promise<boolean> {
  const deleted = await db
    .delete(classMembers)
    .where(and(isMemberOf(teacher, classId), eq(classMembers.id, id)))
    .returning({ id: classMembers.id });
  return deleted.length > 0;
}

export async function selectAssignmentIds(db: Queryable, teacher: OwnerId, classId: number): Promise<number[]> {
  const rows = await db
    .select({ id: assignments.id })
    .from(assignments)
    .where(isOwn(assignments, teacher, { classId }));
  return rows.map(({ id }) => id);
}

// ---- The coordinator ----

export async function selectCodes(db: Queryable, teacher: OwnerId): Promise<Map<number, string>> {
  const rows = await db
    .select({ classId: classCodes.classId, code: classCodes.code })
    .from(classCodes)
    .where(eq(classCodes.userId, teacher));
  return new Map(rows.map(({ classId, code }) => [classId, code]));
}

/** Returns the class with a code, and its teacher. */
export async function selectClassOfCode(db: Queryable, code: string) {
  const [row] = await db
    .select({ teacher: classCodes.userId, classId: classCodes.classId })
    .from(classCodes)
    .where(eq(classCodes.code, code));
  return row;
}

/** Gives a class a code in place of its former one. */
export async function upsertCode(db: Queryable, teacher: OwnerId, classId: number, code: string): Promise<void> {
  await db
    .insert(classCodes)
    .values({ userId: teacher, classId, code })
    .onConflictDoUpdate({ target: [classCodes.userId, classCodes.classId], set: { code } });
}

export async function deleteCode(db: Queryable, teacher: OwnerId, classId: number): Promise<void> {
  await db.delete(classCodes).where(isOwn(classCodes, teacher, { classId }));
}

// ---- The shard of a member ----

export async function lockClassesOf(db: Queryable, account: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(CLASSES_LOCK, account)})`);
}

/** Counts the classes that an account teaches or has joined. */
export async function countClasses(db: Queryable, account: OwnerId): Promise<number> {
  const [taught, joined] = [
    await db.$count(classes, eq(classes.userId, account)),
    await db.$count(memberships, eq(memberships.userId, account)),
  ];
  return taught + joined;
}

export async function selectMembership(db: Queryable, student: OwnerId, classId: number) {
  const [row] = await db
    .select({ teacherId: memberships.teacherId })
    .from(memberships)
    .where(isOwn(memberships, student, { classId }));
  return row;
}

/** Returns the teachers of all classes that a student has joined, each once. */
export async function selectTeachers(db: Queryable, student: OwnerId): Promise<OwnerId[]> {
  const rows = await db
    .selectDistinct({ teacherId: memberships.teacherId })
    .from(memberships)
    .where(eq(memberships.userId, student));
  return rows.map(({ teacherId }) => teacherId);
}

export async function insertMembership(
  db: Queryable,
  student: OwnerId,
  values: { classId: number; teacherId: OwnerId },
): Promise<void> {
  await db.insert(memberships).values({ ...values, userId: student });
}

export async function deleteMembership(db: Queryable, student: OwnerId, classId: number): Promise<void> {
  await db.delete(memberships).where(isOwn(memberships, student, { classId }));
}
