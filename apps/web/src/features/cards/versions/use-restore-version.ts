import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { writeSavedCard } from "#features/cards/cards.api.ts";
import { type EditedTexts, findDifferences } from "#features/cards/versions/versions.texts.ts";
import { callApi } from "#lib/api.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";
import { toast } from "#ui/toast.ts";

/** Gives a card the texts of a version again; the toast has an undo. */
export function useRestoreVersion(card: Card) {
  const params = (versionId: number) => ({ params: { id: card.id, versionId } });
  const undo = useChange(cardEndpoints.restoreVersion, {
    // The texts before the restore are a version since then.
    call: async (before: EditedTexts) => {
      const { versions } = await callApi(cardEndpoints.versions, { params: { id: card.id } });
      const version = versions.find((one) => findDifferences(one, before).size === 0);
      if (!version) throw new Error("The version that the restore made is gone");
      return callApi(cardEndpoints.restoreVersion, params(version.versionId));
    },
    write: writeSavedCard,
    onSuccess: () => announce("Cambio deshecho"),
    failure: "No se pudo deshacer. Inténtalo de nuevo.",
  });
  return useChange(cardEndpoints.restoreVersion, {
    input: params,
    write: writeSavedCard,
    failure: "No se pudo recuperar la versión. Inténtalo de nuevo.",
    onMutate: () => card,
    onSuccess: (_, __, before) =>
      toast({
        description: "Versión recuperada",
        variant: "success",
        action: { label: "Deshacer", onClick: () => before && undo.mutate(before) },
      }),
  });
}
