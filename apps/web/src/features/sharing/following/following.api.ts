import * as followingEndpoints from "@repasa/contract/client/following.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import { describePull } from "#features/sharing/following/following.wording.ts";
import { isUnreachable } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";
import { toast } from "#ui/toast.ts";

/** Takes what is new, also in a folder that does not do so by itself any more. */
export function usePull() {
  return useChange(followingEndpoints.pull, {
    input: ({ id }: Pick<Folder, "id">) => ({ params: { id }, body: {} }),
    onSuccess: (pull: Pull) => {
      if (pull.batchId === null) toast({ description: "Ya tienes lo último", variant: "success" });
      else announce(describePull(pull));
    },
    failure: (error) =>
      isUnreachable(error) ? "Para actualizar hace falta conexión." : "No se pudo actualizar. Inténtalo de nuevo.",
  });
}

export function useUnfollow() {
  return useChange(followingEndpoints.unfollow, {
    input: ({ id }: Pick<Folder, "id">) => ({ params: { id } }),
    onSuccess: () => announce("Ya no sigues esta carpeta"),
    failure: (error) =>
      isUnreachable(error)
        ? "Para dejar de seguirla hace falta conexión."
        : "No se pudo dejar de seguir. Inténtalo de nuevo.",
  });
}
