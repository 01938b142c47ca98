import { type Folder, folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { keepDraft } from "#features/billing/billing.drafts.ts";
import { openPaywallAtLimit } from "#features/billing/billing.paywall.ts";
import { cardsQuery, invalidateCardCounts } from "#features/cards/cards.api.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { errorToast, toast } from "#ui/toast.ts";

export type FolderText = { name: string; description?: string | null | undefined };

export const foldersQuery = () => endpointQuery(folderEndpoints.list);
export const folderQuery = (id: number) => endpointQuery(folderEndpoints.read, { params: { id } });
export const folderStatsQuery = (id: number) => endpointQuery(folderEndpoints.stats, { params: { id } });

function changeList(queryClient: QueryClient, change: (folders: Folder[]) => Folder[]) {
  queryClient.setQueryData<Folder[]>(foldersQuery().queryKey, (folders) => folders && change(folders));
}

export function useCreateFolder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FolderText) => callApi(folderEndpoints.create, { body }),
    onSuccess: (folder) => {
      changeList(queryClient, (folders) => [folder, ...folders]);
      queryClient.setQueryData(folderQuery(folder.id).queryKey, folder);
      invalidateCardCounts(queryClient);
      toast({ description: "Carpeta creada con éxito", variant: "success" });
    },
    onError: (error, text) => {
      if (openPaywallAtLimit(error)) keepDraft(queryClient, text);
      else errorToast(error, "Error al crear la carpeta");
    },
  });
}

export function useUpdateFolder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: FolderText & { id: number }) =>
      callApi(folderEndpoints.update, { params: { id }, body }),
    onSuccess: (folder) => {
      changeList(queryClient, (folders) => folders.map((other) => (other.id === folder.id ? folder : other)));
      queryClient.setQueryData(folderQuery(folder.id).queryKey, folder);
      // Its name stands in the lists of the days too.
      invalidateCardCounts(queryClient);
      toast({ description: "Carpeta actualizada con éxito", variant: "success" });
    },
    onError: (error) => errorToast(error, "Error al actualizar la carpeta"),
  });
}

export function useRemoveFolder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Folder) => callApi(folderEndpoints.remove, { params: { id } }),
    onSuccess: (_, { id }) => {
      changeList(queryClient, (folders) => folders.filter((folder) => folder.id !== id));
      for (const query of [folderQuery(id), folderStatsQuery(id), cardsQuery(id)]) {
        queryClient.removeQueries({ queryKey: query.queryKey });
      }
      void queryClient.invalidateQueries({ queryKey: endpointKey(studyEndpoints.reviewQueue) });
      invalidateCardCounts(queryClient);
      toast({ description: "Carpeta eliminada correctamente", variant: "success" });
    },
    onError: (error) => errorToast(error, "Error al eliminar la carpeta"),
  });
}
