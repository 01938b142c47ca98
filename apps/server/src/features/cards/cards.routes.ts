import type { cardEndpoints } from "@repasa/contract/cards.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { applyBatch } from "./batch/batch.service.ts";
import { listTags, searchCards } from "./cards.search.ts";
import { listCards, removeCard } from "./cards.service.ts";
import { changeCard, createCard, restoreVersion } from "./siblings/siblings.service.ts";
import { undoBatch } from "./undoing/undoing.service.ts";
import { listVersions } from "./versions/versions.service.ts";

export function cardsRoutes(ctx: Context): Handlers<typeof cardEndpoints> {
  return {
    listInFolder: ({ owner, params, query }) => listCards(ctx, owner, params.id, query),
    create: ({ owner, moment, params, body }) => createCard(ctx, owner, moment, params.id, body),
    search: ({ owner, moment, query }) => searchCards(ctx, owner, moment, query),
    update: ({ owner, moment, params, body }) => changeCard(ctx, owner, moment, params.id, body),
    tags: ({ owner }) => listTags(ctx, owner),
    batch: ({ owner, moment, body }) => applyBatch(ctx, owner, moment, body),
    undoBatch: ({ owner, moment, params }) => undoBatch(ctx, owner, moment, params.batchId),
    versions: ({ owner, moment, params }) => listVersions(ctx, owner, moment, params.id),
    restoreVersion: ({ owner, moment, params }) => restoreVersion(ctx, owner, moment, params),
    remove: ({ owner, moment, params }) => removeCard(ctx, owner, moment, params.id),
  };
}
