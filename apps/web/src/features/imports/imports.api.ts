import * as importEndpoints from "@repasa/contract/client/imports.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { QueryClient } from "@tanstack/react-query";
import { endpointKey, endpointQuery, invalidateChanged } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

export const importsQuery = () => endpointQuery(importEndpoints.list);
export const importQuery = (id: string) => endpointQuery(importEndpoints.read, { params: { importId: id } });

/** Reloads what an import may have changed. Called when it has ended in any way. */
export async function reloadAfterImport(queryClient: QueryClient, id: string): Promise<void> {
  await invalidateChanged(queryClient, importEndpoints.undo, [importQuery(id).queryKey]);
}

type Started = { id: string; options: ImportOptions };

const chosenFolders = new Map<string, number | null>();

/**
 * Returns the folder that the user has chosen for all cards of an import; null for the folders of the file, undefined
 * if the import was not started in this tab.
 */
export function findChosenFolder(id: string): number | null | undefined {
  return chosenFolders.get(id);
}

/** `onStarted` is also called if the screen has been left in the meantime. */
export function useStartImport(onStarted: (id: string) => void) {
  return useChange(importEndpoints.start, {
    input: ({ id, options }: Started) => ({ params: { importId: id }, body: { options } }),
    failure: "No se pudo empezar la importación. Inténtalo de nuevo.",
    write: (cache, response) => writeImport(cache, response),
    onSuccess: ({ id }, { options }) => {
      chosenFolders.set(id, options.folderId ?? null);
      onStarted(id);
    },
    // The columns may have been wrong, in which case the server reads the file again.
    onError: (_error, { id }, _context, { client }) =>
      void client.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  });
}

export function useCancelImport() {
  return useChange(importEndpoints.cancel, {
    input: (id: string) => ({ params: { importId: id } }),
    failure: "No se pudo cancelar la importación. Inténtalo de nuevo.",
    write: (cache, response) => writeImport(cache, response),
  });
}

export function useUndoImport(onStarted: (id: string) => void) {
  return useChange(importEndpoints.undo, {
    input: (id: string) => ({ params: { importId: id } }),
    failure: "No se pudo deshacer la importación. Inténtalo de nuevo.",
    write: (cache, response) => writeImport(cache, response),
    onSuccess: ({ id }) => onStarted(id),
  });
}

function writeImport(cache: QueryClient, response: { id: string }) {
  const { queryKey } = importQuery(response.id);
  cache.setQueryData(queryKey, response as never);
  return [queryKey];
}

export function invalidateImports(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: endpointKey(importEndpoints.list) });
}
