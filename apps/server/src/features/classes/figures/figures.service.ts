import type { AssignmentFigures, ClassFigures, StudentRow } from "@repasa/contract/classes.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { AssignmentRow } from "../assignments/assignments.queries.ts";
import { describeAssignments, findAssignment } from "../assignments/assignments.service.ts";
import { findClass } from "../classes.access.ts";
import { type MemberRow, selectMembers } from "../classes.queries.ts";
import { type Covered, chooseCovered } from "./figures.covering.ts";
import { requestFigures } from "./figures.measuring.ts";
import {
  type FiguresRow,
  selectClassFigures,
  selectFigures,
  selectWeakestCards,
  updateClassFigures,
} from "./figures.queries.ts";

const WEAKEST_CARDS = 10;
const byName = new Intl.Collator("es", { numeric: true });

/** Returns the figures of the last run: of the class, of single students for the teacher, and of herself for a student. */
export async function readFigures(
  ctx: Context,
  caller: OwnerId,
  { now }: Moment,
  { id: classId, assignmentId }: { id: number; assignmentId: number },
): Promise<AssignmentFigures> {
  const access = await findClass(ctx, caller, classId);
  const { teacher, isTeacher } = access;
  const row = await findAssignment(ctx.db, teacher, classId, assignmentId);
  await requestFigures(ctx, teacher, now, { ...row, classId });
  const [described] = await describeAssignments(ctx, caller, access, [row]);
  const members = (await selectMembers(ctx.db, teacher, classId)).filter(({ accountId }) => accountId !== teacher);
  const figures = row.asOf === null ? [] : await selectFigures(ctx.db, teacher, assignmentId, row.asOf);
  const byMember = new Map(figures.map((one) => [one.memberId, one]));
  const me = members.find(({ accountId }) => accountId === caller);
  return {
    ...(described as NonNullable<typeof described>),
    asOf: row.asOf?.toISOString() ?? null,
    class:
      row.asOf === null ? null : await readClassFigures(ctx, teacher, { ...row, asOf: row.asOf }, members, byMember),
    students: isTeacher ? listStudents(members, byMember) : [],
    me: me ? toStudentRow(me, byMember) : null,
  };
}

function listStudents(members: readonly MemberRow[], byMember: ReadonlyMap<number, FiguresRow>): StudentRow[] {
  return members
    .filter(({ sharesProgress }) => sharesProgress)
    .map((member) => toStudentRow(member, byMember))
    .sort((a, b) => byName.compare(a.name, b.name) || a.memberId - b.memberId);
}

function toStudentRow({ id, name }: MemberRow, byMember: ReadonlyMap<number, FiguresRow>): StudentRow {
  const { seen = 0, mean = null } = byMember.get(id) ?? {};
  return { memberId: id, name, seen, expected: mean === null ? null : round(mean) };
}

/** Returns what was computed for the same students, or computes it: somebody has stopped sharing, or has left. */
async function readClassFigures(
  ctx: Context,
  teacher: OwnerId,
  { id: assignmentId, asOf: run }: AssignmentRow & { asOf: Date },
  members: readonly MemberRow[],
  byMember: ReadonlyMap<number, FiguresRow>,
): Promise<ClassFigures | null> {
  const stored = await selectClassFigures(ctx.db, teacher, assignmentId);
  const beginners = members.flatMap(({ id, sharesProgress }) => {
    const figures = byMember.get(id);
    return figures && figures.seen > 0 ? [{ memberId: id, shares: sharesProgress, shown: figures.shown }] : [];
  });
  const covered = chooseCovered(beginners, stored?.hidden ?? []);
  if (covered === null) return null;
  if (stored?.classFigures && isSame(stored.covered ?? [], covered.memberIds)) return stored.classFigures;
  const rows = covered.memberIds.map((id) => byMember.get(id) as FiguresRow);
  const classFigures = { ...summarize(rows), weakest: await findWeakest(ctx, teacher, { assignmentId, run }, covered) };
  await updateClassFigures(ctx.db, teacher, { assignmentId, run }, { covered: covered.memberIds, classFigures });
  return classFigures;
}

async function findWeakest(
  ctx: Context,
  teacher: OwnerId,
  of: { assignmentId: number; run: Date },
  covered: Covered,
): Promise<ClassFigures["weakest"]> {
  const weakest = await selectWeakestCards(ctx.db, teacher, of, covered, WEAKEST_CARDS);
  return weakest.map((card) => ({ ...card, recall: round(card.recall) }));
}

function summarize(rows: readonly FiguresRow[]): Omit<ClassFigures, "weakest"> {
  const meanOf = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const bands = rows.flatMap(({ mean, low, high }) =>
    mean === null || low === null || high === null ? [] : [{ mean, low, high }],
  );
  return {
    began: rows.length,
    seen: meanOf(rows.map(({ seen, cards }) => seen / Math.max(1, cards))),
    // Without the band of each of them, the mean would cover fewer students than `began` says.
    expected:
      bands.length < rows.length
        ? null
        : {
            mean: meanOf(bands.map(({ mean }) => mean)),
            low: meanOf(bands.map(({ low }) => low)),
            high: meanOf(bands.map(({ high }) => high)),
          },
  };
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((value, index) => value === others[index]);

function round(share: number): number {
  return Math.round(share * 100) / 100;
}
