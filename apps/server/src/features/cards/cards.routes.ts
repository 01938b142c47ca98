import type { cardEndpoints } from "@repasa/contract/cards.ts";
import type { Handlers } from "#http/call.ts";
import type { CardsService } from "./cards.service.ts";

export function cardsRoutes(cards: CardsService): Handlers<typeof cardEndpoints> {
  return {
    listInFolder: ({ owner, params }) => cards.listInFolder(owner, params.id),
    create: ({ owner, moment, params, body }) => cards.create(owner, moment, params.id, body),
    update: ({ owner, moment, params, body }) => cards.update(owner, moment, params.id, body),
    remove: ({ owner, moment, params }) => cards.remove(owner, moment, params.id),
  };
}
