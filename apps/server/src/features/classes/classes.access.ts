// Who the caller is in a class. Every call of a class begins here, and the role comes from rows alone.
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import { type ClassRow, selectClass, selectMembership } from "./classes.queries.ts";

/** A class as one of its members sees it. `teacher` is the account on whose shard it is. */
export type ClassAccess = ClassRow & { teacher: OwnerId; isTeacher: boolean };

/** @throws 404 for a class that does not exist and for one in which the caller is not, alike */
export async function findClass(ctx: Pick<Context, "db">, caller: OwnerId, id: number): Promise<ClassAccess> {
  const own = await selectClass(ctx.db, caller, id, caller);
  if (own) return { ...own, teacher: caller, isTeacher: true };
  const joined = await selectMembership(ctx.db, caller, id);
  const row = joined && (await selectClass(ctx.db, joined.teacherId, id, caller));
  if (!row) throw classNotFound();
  return { ...row, teacher: joined.teacherId, isTeacher: false };
}

/** @throws 403 `teachers_only` for a student, and 404 for everybody else, except the teacher */
export async function findOwnClass(ctx: Pick<Context, "db">, caller: OwnerId, id: number): Promise<ClassAccess> {
  const access = await findClass(ctx, caller, id);
  if (!access.isTeacher) throw teachersOnly();
  return access;
}

export function classNotFound(): AppError {
  return notFound("La clase no existe");
}

export function teachersOnly(): AppError {
  return new AppError("teachers_only", "Solo puede hacerlo quien da la clase");
}
