import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { StudySession, studyEndpoints } from "@repasa/contract/study.ts";
import type { Context } from "#context.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { insertStudySession, type StudySessionRow, updateStudySession } from "./sessions.queries.ts";

export async function startSession(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { folderId = null, cardsStudied = 0 }: BodyOf<typeof studyEndpoints.startSession>,
): Promise<StudySession> {
  if (folderId !== null) await requireFolder(ctx, owner, folderId);
  return toStudySession(await insertStudySession(ctx.db, owner, { folderId, cardsStudied, startedAt: moment.now }));
}

export async function updateSession(
  ctx: Context,
  owner: OwnerId,
  id: number,
  { completedAt, ...counts }: BodyOf<typeof studyEndpoints.updateSession>,
): Promise<StudySession> {
  const row = await updateStudySession(ctx.statements.pooled, owner, id, {
    ...counts,
    completedAt: completedAt === undefined ? undefined : new Date(completedAt),
  });
  if (!row) throw notFound("La sesión de estudio no existe");
  return toStudySession(row);
}

function toStudySession(row: StudySessionRow): StudySession {
  const { userId: _, startedAt, completedAt, ...counts } = row;
  return { ...counts, startedAt: startedAt.toISOString(), completedAt: completedAt?.toISOString() ?? null };
}
