import { foldTag } from "@repasa/contract/cards.limits.ts";
import type { CardPage, cardEndpoints, TagUse } from "@repasa/contract/cards.ts";
import type { QueryOf } from "@repasa/contract/endpoint.ts";
import type { Context } from "#context.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { findShares } from "#features/schedule/schedule.service.ts";
import { isStatementTimeout } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectFoundCards, selectTags } from "./cards.queries.ts";
import { toCard } from "./cards.service.ts";
import { encodeFolded, encodeTag, parseTerms } from "./cards.words.ts";

const PAGE_SIZE = 50;
/** The statement timeout of a search: many times what a search takes in the largest accounts. */
const SEARCH_TIMEOUT_MS = 3_000;
const collator = new Intl.Collator("es");

/** Returns the cards that contain all words, the newest first. Ordering by id keeps pages stable while cards are edited and rated. */
export async function searchCards(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { q, folderId, tag, state, cursor }: QueryOf<typeof cardEndpoints.search>,
): Promise<CardPage> {
  const beforeId = cursor === undefined ? undefined : parseCursor(cursor);
  if (folderId !== undefined) await requireFolder(ctx, owner, folderId);
  const wanted = {
    parts: [...(tag ? [encodeTag(tag)] : []), ...parseTerms(q).map(encodeFolded)],
    folderId,
    state,
    beforeId,
    pending: state === "due" ? await findShares(ctx, owner, moment) : undefined,
  };
  const rows = await selectFoundCards(ctx.db, owner, wanted, PAGE_SIZE + 1, SEARCH_TIMEOUT_MS).catch(
    (error: unknown) => {
      throw isStatementTimeout(error) ? searchTooSlow() : error;
    },
  );
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { cards: page.map(toCard), nextCursor: last ? String(last.id) : null };
}

function searchTooSlow(): AppError {
  return new AppError(
    "rate_limited",
    "Esta búsqueda tarda demasiado. Prueba con otras palabras o en una sola carpeta.",
    {
      retryAfterSeconds: 5,
    },
  );
}

function parseCursor(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  const message = "La página no existe";
  throw new AppError("validation_failed", message, { issues: [{ path: "cursor", message }] });
}

/**
 * Returns the tags in use, the most used first. Spellings that differ only in case or accents count as one tag, which is returned in
 * its most frequent spelling.
 */
export async function listTags(ctx: Context, owner: OwnerId): Promise<TagUse[]> {
  const uses = Map.groupBy(await selectTags(ctx.db, owner), ({ tag }) => foldTag(tag));
  const tags = Array.from(uses.values(), (same) => ({
    tag: same[0]?.tag as string,
    cards: same.reduce((sum, { cards }) => sum + cards, 0),
  }));
  return tags.sort((a, b) => b.cards - a.cards || collator.compare(a.tag, b.tag));
}
