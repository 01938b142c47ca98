import type { ExportFormat } from "@repasa/contract/exports.ts";
import { ApiError, NetworkError } from "#lib/api-error.ts";

/** Of one folder, or of everything. */
export function exportAddress(folderId: number | null, format: ExportFormat): string {
  const path = folderId === null ? "/api/account/export" : `/api/folders/${folderId}/export`;
  return `${path}?format=${format}`;
}

/**
 * Fetches a file and lets the browser save it. A plain link would show the JSON of an error, such as the one that requests a
 * confirmation, or save it as if it were the file. Browsers store large answers on disk rather than in memory.
 *
 * @throws ApiError, NetworkError
 */
export async function download(address: string): Promise<void> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(address, {
      headers: { "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone },
      credentials: "same-origin",
      cache: "no-store",
    });
    file = await response.blob();
  } catch (error) {
    throw new NetworkError(error);
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, await file.text());
  keep(file, fileName(response.headers.get("Content-Disposition")) ?? "repasa");
}

/** As the server names it; RFC 6266, where `filename*` comes first. */
export function fileName(disposition: string | null): string | null {
  if (disposition === null) return null;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Then the plain one.
    }
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? null;
}

/** Long enough for any browser to have begun. */
const KEPT_MS = 60_000;

function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
