import * as storeEndpoints from "@repasa/contract/client/store.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CatalogFolder } from "@repasa/contract/store.ts";
import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { folderQuery, foldersQuery } from "#features/folders/folders.loading.ts";
import { hasCode } from "#lib/api-error.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

// Always stale, because a copy may also be deleted on another device.
export const catalogQuery = () => endpointQuery(storeEndpoints.catalog, {}, { staleTime: 0 });
export const previewQuery = (slug: string) => endpointQuery(storeEndpoints.preview, { params: { slug } });

const ADDING = endpointKey(storeEndpoints.add);

export function useAddReadyMade() {
  const queryClient = useQueryClient();
  const { mutate } = useChange(storeEndpoints.add, {
    mutationKey: ADDING,
    input: ({ slug }: CatalogFolder) => ({ params: { slug } }),
    onSuccess: () => announce("Carpeta añadida"),
    failure: "Error al añadir la carpeta",
    write: (cache, folder, { slug }) => {
      const { queryKey } = catalogQuery();
      cache.setQueryData<CatalogFolder[]>(queryKey, (catalog) =>
        catalog?.map((entry) => (entry.slug === slug ? { ...entry, folderId: folder.id } : entry)),
      );
      const previewKey = previewQuery(slug).queryKey;
      cache.setQueryData(previewKey, (preview) => preview && { ...preview, folderId: folder.id });
      cache.setQueryData<Folder[]>(foldersQuery().queryKey, (folders) => folders && [folder, ...folders]);
      cache.setQueryData(folderQuery(folder.id).queryKey, folder);
      return [queryKey, previewKey];
    },
    onError: (error) => {
      if (hasCode(error, "conflict")) void queryClient.invalidateQueries({ queryKey: catalogQuery().queryKey });
    },
  });
  const adding = useMutationState({
    filters: { mutationKey: ADDING, status: "pending" },
    select: ({ state }) => (state.variables as CatalogFolder).slug,
  });
  return { add: (folder: CatalogFolder) => mutate(folder), isAdding: (slug: string) => adding.includes(slug) };
}
