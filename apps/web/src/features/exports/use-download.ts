import type { ExportFormat } from "@repasa/contract/exports.ts";
import { useMutation } from "@tanstack/react-query";
import { download, exportAddress } from "#features/exports/exports.download.ts";
import { confirmed, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";

/** Downloads a folder, or everything, as a file, and shows the outcome as a toast. Needs a `ConfirmationHost` on the page. */
export function useDownload(folderId: number | null) {
  return useMutation<void, Error, ExportFormat>({
    mutationFn: (format) => confirmed(() => download(exportAddress(folderId, format))),
    meta: {
      success: "Tu archivo está listo",
      failure: (error: Error) =>
        isConfirmationMissing(error)
          ? undefined
          : "No se pudo preparar el archivo. Comprueba tu conexión e inténtalo de nuevo.",
    },
  });
}
