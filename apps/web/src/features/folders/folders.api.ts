import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { EndpointOf } from "@repasa/contract/client.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueryClient } from "@tanstack/react-query";
import { cardsQuery } from "#features/cards/cards.api.ts";
import { folderQuery, folderStatsQuery, foldersQuery } from "#features/folders/folders.loading.ts";
import { useChange } from "#lib/use-change.ts";

export type FolderText = CallInput<EndpointOf<typeof folderEndpoints.update>>["body"];
export type NewFolder = CallInput<EndpointOf<typeof folderEndpoints.create>>["body"];

function writeList(queryClient: QueryClient, change: (folders: Folder[]) => Folder[]) {
  queryClient.setQueryData<Folder[]>(foldersQuery().queryKey, (folders) => folders && change(folders));
}

export function useCreateFolder() {
  return useChange(folderEndpoints.create, {
    input: (body: NewFolder) => ({ body }),
    success: "Carpeta creada con éxito",
    failure: "Error al crear la carpeta",
    write: (cache, folder) => {
      writeList(cache, (folders) => [folder, ...folders]);
      cache.setQueryData(folderQuery(folder.id).queryKey, folder);
      return [folderQuery(folder.id).queryKey];
    },
  });
}

export function useUpdateFolder() {
  return useChange(folderEndpoints.update, {
    input: ({ id, ...body }: FolderText & { id: number }) => ({ params: { id }, body }),
    success: "Carpeta actualizada con éxito",
    failure: "Error al actualizar la carpeta",
    write: (cache, folder) => {
      writeList(cache, (folders) => folders.map((other) => (other.id === folder.id ? folder : other)));
      cache.setQueryData(folderQuery(folder.id).queryKey, folder);
      return [];
    },
  });
}

export function useRemoveFolder() {
  return useChange(folderEndpoints.remove, {
    input: ({ id }: Folder) => ({ params: { id } }),
    success: "Carpeta eliminada correctamente",
    failure: "Error al eliminar la carpeta",
    write: (cache, _, { id }) => {
      writeList(cache, (folders) => folders.filter((folder) => folder.id !== id));
      for (const { queryKey } of [folderQuery(id), folderStatsQuery(id), cardsQuery(id)]) {
        cache.removeQueries({ queryKey });
      }
      return [];
    },
  });
}
