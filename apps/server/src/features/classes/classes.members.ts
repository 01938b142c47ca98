import type { classEndpoints, Member } from "@repasa/contract/classes.ts";
import type { Context } from "#context.ts";
import { endFollowing } from "#features/followers/followers.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { BodyOf } from "#platform/http/call.ts";
import { type ClassAccess, findClass, teachersOnly } from "./classes.access.ts";
import { classJobs } from "./classes.jobs.ts";
import {
  deleteMember,
  deleteMembership,
  lockClassesOf,
  type MemberRow,
  selectAssignmentIds,
  selectMember,
  selectMembers,
  updateMember,
} from "./classes.queries.ts";
import { forgetCovered, updateShown } from "./figures/figures.queries.ts";

type MemberPath = { id: number; memberId: number };

/** Lists all members for the teacher; a student sees the teacher and herself. */
export async function listMembers(ctx: Context, caller: OwnerId, classId: number): Promise<Member[]> {
  const access = await findClass(ctx, caller, classId);
  const members = await selectMembers(ctx.db, access.teacher, classId);
  const isVisible = ({ accountId }: MemberRow) => access.isTeacher || [caller, access.teacher].includes(accountId);
  return members.filter(isVisible).map((row) => toMember(row, access));
}

/** Changes the caller's own membership. Nobody changes another's. */
export async function changeMember(
  ctx: Context,
  caller: OwnerId,
  path: MemberPath,
  change: BodyOf<typeof classEndpoints.updateMember>,
): Promise<Member> {
  const access = await findClass(ctx, caller, path.id);
  const member = await findMember(ctx, access, path);
  if (member.id !== access.memberId) {
    throw new AppError("other_member", "Cada persona cambia solo sus propios datos en la clase");
  }
  // A teacher has no progress to share.
  const { name, sharesProgress = member.sharesProgress } = change;
  const changed = { name: name ?? member.name, sharesProgress: sharesProgress && !access.isTeacher };
  const row = await ctx.db.transaction(async (transaction) => {
    if (changed.sharesProgress) await updateShown(transaction, access.teacher, member.id);
    return updateMember(transaction, access.teacher, member.id, changed);
  });
  if (!row) throw memberNotFound();
  return toMember(row, access);
}

/** Ends the caller's own membership, or that of a student for the teacher. A job ends what the class began. */
export async function removeMember(ctx: Context, caller: OwnerId, path: MemberPath): Promise<void> {
  const access = await findClass(ctx, caller, path.id);
  const { id, accountId } = await findMember(ctx, access, path);
  if (id !== access.memberId && !access.isTeacher) throw teachersOnly();
  if (accountId === access.teacher) {
    throw new AppError("conflict", "Quien da la clase no puede salir de ella: puede eliminarla");
  }
  await ctx.db.transaction(async (transaction) => {
    await lockClassesOf(transaction, accountId);
    if (!(await deleteMember(transaction, access.teacher, path.id, id))) throw memberNotFound();
    await deleteMembership(transaction, accountId, path.id);
    await forgetCovered(transaction, access.teacher, { classId: path.id, memberId: id });
    const ids = await selectAssignmentIds(transaction, access.teacher, path.id);
    await endFollowing(ctx, transaction, access.teacher, {
      followerId: accountId,
      via: { carrier: "assignment", ids },
    });
    await ctx.enqueue(transaction, classJobs.assign, [{ userId: accountId, classId: path.id }]);
  });
}

async function findMember(ctx: Context, { teacher }: ClassAccess, { id, memberId }: MemberPath): Promise<MemberRow> {
  const member = await selectMember(ctx.db, teacher, id, memberId);
  if (!member) throw memberNotFound();
  return member;
}

function memberNotFound(): AppError {
  return notFound("Esa persona no está en la clase");
}

function toMember({ id, name, sharesProgress, accountId }: MemberRow, { teacher, memberId }: ClassAccess): Member {
  return { id, name, role: accountId === teacher ? "teacher" : "student", sharesProgress, me: id === memberId };
}
