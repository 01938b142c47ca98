import type { ExportFormat } from "@repasa/contract/exports.ts";
import { Download, LoaderCircle } from "lucide-react";
import type { MouseEvent } from "react";
import { exportAddress } from "#features/exports/exports.download.ts";
import { useDownload } from "#features/exports/use-download.ts";

const formats: Record<ExportFormat, { label: string; text: string }> = {
  apkg: { label: "Anki (.apkg)", text: "Con tu historial, las imágenes y los audios. Se abre en Anki." },
  csv: { label: "Tabla (.csv)", text: "Preguntas y respuestas, para una hoja de cálculo." },
  json: { label: "Copia completa (JSON)", text: "Todo, como lo guarda Repasa. Puedes volver a importarla." },
};

type FormatListProps = {
  /** Null for everything that the account holds. */
  folderId: number | null;
  order: readonly ExportFormat[];
  onDone?: () => void;
};

/** A file in each format. They are links, so that they can be opened or copied like any. */
export function FormatList({ folderId, order, onDone }: FormatListProps) {
  const download = useDownload(folderId);
  const click = (event: MouseEvent, format: ExportFormat) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!download.isPending) download.mutate(format, { onSuccess: () => onDone?.() });
  };
  return (
    <ul className="divide-y divide-line">
      {order.map((format) => {
        const { label, text } = formats[format];
        const busy = download.isPending && download.variables === format;
        return (
          <li key={format}>
            <a
              href={exportAddress(folderId, format)}
              aria-busy={busy || undefined}
              onClick={(event) => click(event, format)}
              className="-mx-2 -outline-offset-2 flex min-h-15 items-center gap-3 rounded-control px-2 py-2 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{label}</span>
                <span className="block text-ink-soft text-sm">{busy ? "Preparando el archivo..." : text}</span>
              </span>
              {busy ? (
                <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-brand" />
              ) : (
                <Download aria-hidden className="size-5 shrink-0 text-ink-soft" />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
