import type { CardImport, ImportFormat, ImportResult, ImportStatus } from "@repasa/contract/imports.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";

const formats: Record<ImportFormat, string> = {
  apkg: "Paquete de Anki",
  colpkg: "Colección de Anki",
  table: "Tabla",
  repasa: "Copia de Repasa",
  share: "Carpeta compartida",
};

/**
 * Returns, for example, "Paquete de Anki"; empty while the file is read. Only tables have columns, and only text tables
 * have a separator.
 */
export function formatName({ format, preview }: Pick<CardImport, "format" | "preview">): string {
  if (format === "table" && preview && !preview.table) return "Notas";
  if (preview?.table?.separator === "") return "Hoja de cálculo";
  return format === null ? "" : formats[format];
}

type Source = Pick<CardImport, "fileName"> & Partial<Pick<CardImport, "format">>;

/** Returns the name by which the user recognizes an import. */
export function formatSourceName({ fileName, format = null }: Source): string {
  return fileName ?? (format === "share" ? formats.share : "Texto pegado");
}

const statuses: Record<ImportStatus, string> = {
  reading: "Leyendo",
  ready: "Sin terminar",
  running: "Importando",
  done: "Importada",
  failed: "No se pudo importar",
  cancelled: "Cancelada",
  undoing: "Deshaciendo",
  undone: "Deshecha",
};

export function formatStatus(status: ImportStatus): string {
  return statuses[status];
}

/** The text of the toast on other screens once the server has processed an import; null if there is no outcome. */
export function formatOutcome(done: CardImport): string | null {
  const name = shortenText(formatSourceName(done));
  switch (done.status) {
    case "ready":
      return done.error?.message ?? `«${name}» está listo para importar`;
    case "done":
      return `Importación terminada${done.result ? `: ${formatImported(done.result)}` : ""}`;
    case "undone":
      return "Importación deshecha";
    case "failed":
      return done.error?.message ?? "No se pudo importar";
    default:
      return null;
  }
}

/** Returns, for example, "12 cartas nuevas", or "3 repasos" if all cards already existed. */
export function formatImported({ cards, reviews }: ImportResult): string {
  return cards === 0 && reviews > 0
    ? counted(reviews, "repaso", "repasos")
    : counted(cards, "carta nueva", "cartas nuevas");
}

/** Describes the result of an import, the most important facts first. */
export function formatResult(result: ImportResult): string[] {
  const { cards, folders, updated, skipped, reviews, media } = result;
  return [
    counted(cards, "carta nueva", "cartas nuevas"),
    folders > 0 && counted(folders, "carpeta nueva", "carpetas nuevas"),
    updated > 0 && counted(updated, "carta actualizada", "cartas actualizadas"),
    skipped > 0 && counted(skipped, "carta que ya tenías conserva su texto", "cartas que ya tenías conservan su texto"),
    reviews > 0 && counted(reviews, "repaso de tu historial", "repasos de tu historial"),
    media > 0 && counted(media, "imagen o audio", "imágenes y audios"),
  ].filter((line) => line !== false);
}

/** Describes the cards that undoing has not removed, because they were studied or changed after the import. */
export function formatRemaining(kept: number): string {
  if (kept === 0) return "Todo lo que trajo se ha quitado.";
  return kept === 1
    ? "Se ha quedado 1 carta, porque la estudiaste o la cambiaste después."
    : `Se han quedado ${counted(kept, "carta", "cartas")}, porque las estudiaste o las cambiaste después.`;
}

/** Returns, for example, "2,4 MB". */
export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, "KB"] : [bytes / 1e6, "MB"];
  return `${sizes.format(size)} ${unit}`;
}

const sizes = new Intl.NumberFormat("es", { maximumFractionDigits: 1 });
