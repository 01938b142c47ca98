import type { ExportFormat } from "@repasa/contract/exports.ts";
import { ApiError, NetworkError } from "#lib/api-error.ts";
import { readTimeZone } from "#lib/time-zone.ts";

/** Returns the path that exports one folder or, if `folderId` is null, the whole account. */
export function buildExportPath(folderId: number | null, format: ExportFormat): string {
  const path = folderId === null ? "/api/account/export" : `/api/folders/${folderId}/export`;
  return `${path}?format=${format}`;
}

/**
 * Fetches a file and lets the browser save it. A plain link would show the JSON of an error, such as that of a missing
 * confirmation, or save it as if it were the file. Browsers store large responses on disk instead of in memory.
 *
 * @throws ApiError for an error status, NetworkError if there is no response.
 */
export async function downloadFile(path: string): Promise<void> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(path, {
      headers: { "X-Time-Zone": readTimeZone() },
      credentials: "same-origin",
      cache: "no-store",
    });
    file = await response.blob();
  } catch (error) {
    throw new NetworkError(error);
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, await file.text());
  saveFile(file, parseFileName(response.headers.get("Content-Disposition")) ?? "repasa");
}

/** Parses a Content-Disposition header. `filename*` has precedence over `filename` (RFC 6266). */
export function parseFileName(disposition: string | null): string | null {
  if (disposition === null) return null;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Falls back to `filename`.
    }
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? null;
}

/** Long enough for any browser to start the download. */
const REVOKE_DELAY_MS = 60_000;

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
