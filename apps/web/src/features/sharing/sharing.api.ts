import * as sharingEndpoints from "@repasa/contract/client/sharing.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

/** Reloaded on each visit, because others begin to follow meanwhile. */
export const folderSharesQuery = (folderId: number) =>
  endpointQuery(sharingEndpoints.listOfFolder, { params: { id: folderId } }, { staleTime: 0 });

export const sharesQuery = () => endpointQuery(sharingEndpoints.list, {}, { staleTime: 0 });

/** The folder of each link of the account. */
export const sharedFoldersQuery = () => endpointQuery(sharingEndpoints.listNames, {}, { staleTime: 0 });

/** The sheet itself says why a link could not be created. */
export function useCreateShare(folderId: number) {
  return useChange(sharingEndpoints.create, {
    input: (showName: boolean) => ({ params: { id: folderId }, body: { showName } }),
    write: (cache, share) => {
      const { queryKey } = folderSharesQuery(folderId);
      cache.setQueryData<Share[]>(queryKey, (shares = []) => [...shares, share]);
      return [queryKey];
    },
    onSuccess: () => announce("Enlace creado"),
  });
}

export function useShowName() {
  return useChange(sharingEndpoints.update, {
    input: ({ id, showName }: Pick<Share, "id" | "showName">) => ({ params: { id }, body: { showName } }),
    failure: "No se pudo cambiar el enlace. Inténtalo de nuevo.",
  });
}

export function useEndShare() {
  return useChange(sharingEndpoints.end, {
    input: ({ id }: Pick<Share, "id">) => ({ params: { id } }),
    failure: "No se pudo terminar el enlace. Inténtalo de nuevo.",
    write: (cache, _, { id }) => {
      const keys = [endpointKey(sharingEndpoints.listOfFolder), sharesQuery().queryKey];
      for (const queryKey of keys) {
        cache.setQueriesData<Share[]>({ queryKey }, (shares) => shares?.filter((share) => share.id !== id));
      }
      return keys;
    },
    onSuccess: () => announce("Enlace terminado"),
  });
}
