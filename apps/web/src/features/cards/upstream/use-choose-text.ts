import type { Card } from "@repasa/contract/cards.ts";
import * as followingEndpoints from "@repasa/contract/client/following.ts";
import { writeSavedCard } from "#features/cards/cards.api.ts";
import { isUnreachable } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

/** Ends the difference between a card and its author's: by the student's text, or by the author's. */
export function useChooseText({ id }: Pick<Card, "id">) {
  return useChange(followingEndpoints.choose, {
    input: (take: "mine" | "author") => ({ params: { id }, body: { take } }),
    write: writeSavedCard,
    onSuccess: (_, take) => announce(take === "mine" ? "Se queda tu texto" : "Se queda el texto del autor"),
    failure: (error) =>
      isUnreachable(error) ? "Para elegir hace falta conexión." : "No se pudo elegir el texto. Inténtalo de nuevo.",
  });
}
