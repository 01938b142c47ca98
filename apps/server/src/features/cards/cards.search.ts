import type { CardPage, cardEndpoints } from "@repasa/contract/cards.ts";
import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectFoundCards } from "./cards.queries.ts";
import { cardOf } from "./cards.service.ts";
import { foldedBytes, partsOf } from "./cards.words.ts";

const PAGE_SIZE = 50;

/** The cards that hold all words, the newest first: the order of ids, which editing and rating leave alone. */
export async function searchCards(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { q, folderId, state, cursor }: QueryOf<typeof cardEndpoints.search>,
): Promise<CardPage> {
  const beforeId = cursor === undefined ? undefined : idOfCursor(cursor);
  if (folderId !== undefined) await requireFolder(ctx, owner, folderId);
  const wanted = { parts: partsOf(q).map(foldedBytes), folderId, state, today: moment.today, beforeId };
  const rows = await selectFoundCards(ctx.db, owner, wanted, PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { cards: page.map(cardOf), nextCursor: last ? String(last.id) : null };
}

function idOfCursor(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  const message = "La página no existe";
  throw new AppError("validation_failed", message, { issues: [{ path: "cursor", message }] });
}
