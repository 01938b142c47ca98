import type { cardEndpoints } from "@repasa/contract/cards.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#http/call.ts";
import { searchCards } from "./cards.search.ts";
import { changeCard, createCard, listCards, removeCard } from "./cards.service.ts";

export function cardsRoutes(ctx: Context): Handlers<typeof cardEndpoints> {
  return {
    listInFolder: ({ owner, params }) => listCards(ctx, owner, params.id),
    create: ({ owner, moment, params, body }) => createCard(ctx, owner, moment, params.id, body),
    search: ({ owner, moment, query }) => searchCards(ctx, owner, moment, query),
    update: ({ owner, moment, params, body }) => changeCard(ctx, owner, moment, params.id, body),
    remove: ({ owner, moment, params }) => removeCard(ctx, owner, moment, params.id),
  };
}
