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

const LONGEST = 100;

/** `Repasa - Biología.apkg`, or with the date for a whole account. What file systems do not take is left out. */
export function fileNameOf(folder: string | null, today: LocalDate, type: FileType): string {
  const subject = folder ?? today;
  const clean = subject
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\p{Cf}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...clean]
    .slice(0, LONGEST)
    .join("")
    .replace(/[. ]+$/, "");
  return `Repasa - ${short || "carpeta"}.${type === "excel" ? "csv" : type}`;
}

/** `Content-Disposition` with a name in ASCII for old clients, and the real one (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
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
