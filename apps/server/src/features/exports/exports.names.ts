import type { ExportFormat } from "@repasa/contract/exports.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";

export type FileType = ExportFormat | "zip";

export const contentTypes: Record<FileType, string> = {
  apkg: "application/octet-stream",
  csv: "text/csv; charset=utf-8",
  excel: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  zip: "application/zip",
};

const MAX_SUBJECT_LENGTH = 100;

/** Formats a name such as `Repasa - Biología.apkg`; with the date for a whole account. Omits characters that file systems refuse. */
export function formatFileName(folder: string | null, today: LocalDate, type: FileType): string {
  const subject = folder ?? today;
  const clean = subject
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\p{Cf}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...clean]
    .slice(0, MAX_SUBJECT_LENGTH)
    .join("")
    .replace(/[. ]+$/, "");
  return `Repasa - ${short || "carpeta"}.${type === "excel" ? "csv" : type}`;
}

/** Formats `Content-Disposition` with an ASCII name for old clients and the real name (RFC 6266, RFC 8187). */
export function formatContentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
