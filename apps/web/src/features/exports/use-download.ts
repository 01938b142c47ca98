import type { ExportFormat } from "@repasa/contract/exports.ts";
import { useMutation } from "@tanstack/react-query";
import { buildExportPath, downloadFile } from "#features/exports/exports.download.ts";
import { callWithConfirmation, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { explainFailure } from "#lib/error-message.ts";

/**
 * Downloads a folder, or the whole account if `folderId` is null, and shows the outcome as a toast. Needs a
 * `ConfirmationHost` on the page.
 */
export function useDownload(folderId: number | null) {
  return useMutation<void, Error, ExportFormat>({
    mutationFn: (format) => callWithConfirmation(() => downloadFile(buildExportPath(folderId, format))),
    meta: {
      success: "Tu archivo está listo",
      failure: (error: Error) =>
        isConfirmationMissing(error) ? undefined : `No se pudo preparar el archivo. ${explainFailure(error)}`,
    },
  });
}
