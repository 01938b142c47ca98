import { foldTag } from "@repasa/contract/cards.forms.ts";
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
import { cardOf } from "./cards.service.ts";
import { foldedBytes, listTerms, tagBytesOf } from "./cards.words.ts";

const PAGE_SIZE = 50;
/** The statement timeout of a search: many times what one takes in the largest accounts. */
const SEARCH_MS = 3_000;
const collator = new Intl.Collator("es");

/** The cards that hold all words, the newest first: the order of ids, which editing and rating leave alone. */
export async function searchCards(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { q, folderId, tag, state, cursor }: QueryOf<typeof cardEndpoints.search>,
): Promise<CardPage> {
  const beforeId = cursor === undefined ? undefined : idOfCursor(cursor);
  if (folderId !== undefined) await requireFolder(ctx, owner, folderId);
  const wanted = {
    parts: [...(tag ? [tagBytesOf(tag)] : []), ...listTerms(q).map(foldedBytes)],
    ...{ folderId, state, beforeId },
    pending: state === "due" ? await findShares(ctx, owner, moment) : undefined,
  };
  const rows = await selectFoundCards(ctx.db, owner, wanted, PAGE_SIZE + 1, SEARCH_MS).catch((error: unknown) => {
    throw isStatementTimeout(error) ? tooSlow() : error;
  });
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { cards: page.map(cardOf), nextCursor: last ? String(last.id) : null };
}

function tooSlow(): AppError {
  return new AppError(
    "rate_limited",
    "Esta búsqueda tarda demasiado. Prueba con otras palabras o en una sola carpeta.",
    {
      retryAfterSeconds: 5,
    },
  );
}

function idOfCursor(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  const message = "La página no existe";
  throw new AppError("validation_failed", message, { issues: [{ path: "cursor", message }] });
}

/** The tags in use, most used first. What differs in case or accents alone is one tag, as it is written most often. */
export async function listTags(ctx: Context, owner: OwnerId): Promise<TagUse[]> {
  const uses = Map.groupBy(await selectTags(ctx.db, owner), ({ tag }) => foldTag(tag));
  const tags = Array.from(uses.values(), (same) => ({
    tag: same[0]?.tag as string,
    cards: same.reduce((sum, { cards }) => sum + cards, 0),
  }));
  return tags.sort((a, b) => b.cards - a.cards || collator.compare(a.tag, b.tag));
}
