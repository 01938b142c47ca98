import type { CardVersion } from "@repasa/contract/cards.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { cardNotFound } from "../cards.service.ts";
import { cardExists, selectVersions, type VersionRow, type WantedVersions } from "./versions.queries.ts";

export const VERSION_MS = 30 * 86_400_000;

export async function listVersions(ctx: Context, owner: OwnerId, moment: Moment, cardId: number) {
  const rows = await readVersions(ctx, owner, moment, { cardId });
  return { versions: rows.map(toVersion) };
}

/** Throws if the card has no such version, or none any more. */
export async function readVersion(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  wanted: Required<WantedVersions>,
): Promise<VersionRow> {
  const [version] = await readVersions(ctx, owner, moment, wanted);
  if (!version) throw notFound("Esa versión ya no existe");
  return version;
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
