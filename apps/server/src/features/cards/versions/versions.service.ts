import type { CardVersion, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { cardNotFound } from "../cards.service.ts";
import { changeCard } from "../siblings/siblings.service.ts";
import { cardExists, selectVersions, type VersionRow, type WantedVersions } from "./versions.queries.ts";

export const VERSION_MS = 30 * 86_400_000;

export async function listVersions(ctx: Context, owner: OwnerId, moment: Moment, cardId: number) {
  const rows = await readVersions(ctx, owner, moment, { cardId });
  return { versions: rows.map(toVersion) };
}

/** Restoring is an edit: it may add and delete cards of gaps, and what it replaces becomes a version. */
export async function restoreVersion(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { id, versionId }: { id: number; versionId: number },
): Promise<CardWithSiblings> {
  const [version] = await readVersions(ctx, owner, moment, { cardId: id, versionId });
  if (!version) throw notFound("Esa versión ya no existe");
  const { front, back, format, tags } = version;
  return changeCard(ctx, owner, moment, id, { front, back, format, tags });
}

async function readVersions(
  { db }: Context,
  owner: OwnerId,
  { now }: Moment,
  wanted: WantedVersions,
): Promise<VersionRow[]> {
  const rows = await selectVersions(db, owner, wanted, new Date(now.getTime() - VERSION_MS));
  if (rows.length === 0 && !(await cardExists(db, owner, wanted.cardId))) throw cardNotFound();
  return rows;
}

function toVersion({ id, replacedAt, front, back, format, tags }: VersionRow): CardVersion {
  return { versionId: id, at: replacedAt.toISOString(), front, back, tags, format };
}
