import type { ExportFormat } from "@repasa/contract/exports.ts";
import { useMutation } from "@tanstack/react-query";
import { download, exportAddress } from "#features/exports/exports.download.ts";

/** A file of a folder, or of everything; toasts say how it went. */
export function useDownload(folderId: number | null) {
  return useMutation<void, Error, ExportFormat>({
    mutationFn: (format) => download(exportAddress(folderId, format)),
    meta: {
      success: "Tu archivo está listo",
      failure: "No se pudo preparar el archivo. Comprueba tu conexión e inténtalo de nuevo.",
    },
  });
}
