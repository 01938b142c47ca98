import type { ExportFormat } from "@repasa/contract/exports.ts";
import { Download, LoaderCircle } from "lucide-react";
import { ConfirmationHint } from "#features/exports/components/confirmation-hint.tsx";
import { useDownload } from "#features/exports/use-download.ts";

const formats: Record<ExportFormat, { label: string; text: string }> = {
  apkg: { label: "Anki (.apkg)", text: "Con tu historial, imágenes y audios." },
  csv: { label: "Tabla (.csv)", text: "Preguntas y respuestas en columnas." },
  excel: { label: "Excel (.csv)", text: "La misma tabla, para Excel en español." },
  json: { label: "Copia completa (JSON)", text: "Con todo. Puedes volver a importarla." },
};

type FormatListProps = {
  /** Null for the whole account. */
  folderId: number | null;
  order: readonly ExportFormat[];
  onDone?: () => void;
};

export function FormatList({ folderId, order, onDone }: FormatListProps) {
  const download = useDownload(folderId);
  const start = (format: ExportFormat) => {
    if (!download.isPending) download.mutate(format, { onSuccess: () => onDone?.() });
  };
  return (
    <>
      <ConfirmationHint />
      <ul className="mt-2 divide-y divide-line">
        {order.map((format) => {
          const { label, text } = formats[format];
          const busy = download.isPending && download.variables === format;
          return (
            <li key={format}>
              <button
                type="button"
                aria-busy={busy || undefined}
                onClick={() => start(format)}
                className="-outline-offset-2 -mx-2 flex min-h-15 w-[calc(100%+16px)] items-center gap-3 rounded-control px-2 py-2 text-left hover:bg-sunken"
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
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
