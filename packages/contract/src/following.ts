import * as z from "zod/mini";
import { card } from "#cards.ts";
import { defineEndpoint } from "#endpoint.ts";
import { idParams } from "#fields.ts";
import { folder } from "#folders.ts";
import { pull } from "#following.rows.ts";
import { cardImport } from "#imports.ts";

/** The user's folder that follows a shared one, with the ids of the media for which the account has no room. */
const newFolder = z.extend(folder, { missingMedia: z.optional(z.array(z.string())) });
export type NewFolder = z.output<typeof newFolder>;

const CHOICE = "Elige tu texto o el del autor";

const choice = z.object({ take: z.enum(["mine", "author"], { error: CHOICE }) });

const pullOptions = z.object({
  /** True if the app pulls by itself: then a folder that is paused stays as it is. */
  automatic: z.optional(z.boolean({ error: "Elige si la carpeta se actualiza sola" })),
  /**
   * The batch of the last pull that the app knows of, null for none. With nothing new, a later pull is the response instead, so that a
   * page that was reloaded while its pull ran shows what came.
   */
  known: z.optional(z.nullable(z.uuid({ error: "La actualización no es válida" }))),
});

export const followingEndpoints = {
  follow: defineEndpoint("POST /api/shares/{token}/follow", {
    summary:
      "Follows the folder of a link, which becomes a folder of the user's; 200 if it was followed already, 202 with an import above 2,000 cards",
    changes: ["folders", "cards", "shares", "imports"],
    status: 201,
    otherStatuses: [200, 202],
    params: z.object({ token: z.string() }),
    response: z.union([newFolder, cardImport]),
    errors: ["not_found", "limit_reached"],
  }),
  pull: defineEndpoint("POST /api/folders/{id}/pull", {
    summary: "Merges what the author has changed since the last pull into a followed folder",
    changes: ["folders", "cards"],
    params: idParams,
    body: z.prefault(pullOptions, {}),
    response: pull,
    errors: ["not_found", "conflict", "limit_reached"],
  }),
  unfollow: defineEndpoint("DELETE /api/folders/{id}/follow", {
    summary: "Makes the cards of a followed folder the user's own",
    changes: ["folders", "cards", "shares"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  choose: defineEndpoint("POST /api/cards/{id}/upstream", {
    summary:
      "Keeps the user's text of a card that its author has changed, too, or takes the author's into the fields in question",
    changes: ["cards"],
    writeBudget: "cards",
    params: idParams,
    body: choice,
    response: card,
    errors: ["not_found", "conflict", "limit_reached"],
  }),
};
