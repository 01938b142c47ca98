import type { Folder } from "@repasa/contract/folders.ts";
import { type CatalogFolder, storeEndpoints } from "@repasa/contract/store.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { openPaywallAtLimit } from "#features/billing/billing.paywall.ts";
import { invalidateCardCounts } from "#features/cards/cards.api.ts";
import { folderQuery, foldersQuery } from "#features/folders/folders.api.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { errorToast, toast } from "#ui/toast.ts";

// Which folders are added changes in other places too: where folders are deleted, and on other devices.
export const catalogQuery = () => endpointQuery(storeEndpoints.catalog, {}, { staleTime: 0 });
export const previewQuery = (slug: string) => endpointQuery(storeEndpoints.preview, { params: { slug } });

const ADDING = endpointKey(storeEndpoints.add);

/** Adds ready-made folders, several at a time if need be; `isAdding` tells which are on their way. */
export function useAddReadyMade() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ADDING,
    mutationFn: ({ slug }: CatalogFolder) => callApi(storeEndpoints.add, { params: { slug } }),
    onSuccess: (folder, { slug }) => {
      queryClient.setQueryData<CatalogFolder[]>(catalogQuery().queryKey, (catalog) =>
        catalog?.map((entry) => (entry.slug === slug ? { ...entry, folderId: folder.id } : entry)),
      );
      queryClient.setQueryData<Folder[]>(foldersQuery().queryKey, (folders) => folders && [folder, ...folders]);
      queryClient.setQueryData(folderQuery(folder.id).queryKey, folder);
      void queryClient.invalidateQueries({ queryKey: endpointKey(studyEndpoints.reviewQueue) });
      invalidateCardCounts(queryClient);
      toast({ description: "Carpeta añadida", variant: "success" });
    },
    onError: (error) => {
      if (openPaywallAtLimit(error)) return;
      if (error instanceof ApiError && error.code === "conflict") {
        void queryClient.invalidateQueries({ queryKey: catalogQuery().queryKey });
      }
      errorToast(error, "Error al añadir la carpeta");
    },
  });
  const adding = useMutationState({
    filters: { mutationKey: ADDING, status: "pending" },
    select: ({ state }) => (state.variables as CatalogFolder).slug,
  });
  return { add: (folder: CatalogFolder) => mutate(folder), isAdding: (slug: string) => adding.includes(slug) };
}
