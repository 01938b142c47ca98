import type { CardImport, ImportPreview as Preview } from "@repasa/contract/imports.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { ImportContents } from "#features/imports/components/import-contents.tsx";
import { ImportOptionFields } from "#features/imports/components/import-options.tsx";
import { SampleCards } from "#features/imports/components/sample-cards.tsx";
import { TableReadingFields } from "#features/imports/components/table-reading.tsx";
import { useCancelImport, useStartImport } from "#features/imports/imports.api.ts";
import { watchImport } from "#features/imports/imports.watch.ts";
import { formatName, formatSourceName } from "#features/imports/imports.wording.ts";
import { type ImportChoices, useImportOptions } from "#features/imports/use-import-options.ts";
import { useStepFocus } from "#features/imports/use-step-focus.ts";
import { errorMessage } from "#lib/error-message.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";

type ImportPreviewProps = { ready: CardImport; preview: Preview; folderId: number | null; onCancelled: () => void };

/** Shows what would be imported, with the options. Cards are only created when the user presses the button. */
export function ImportPreview({ ready, preview, folderId, onCancelled }: ImportPreviewProps) {
  const choices = useImportOptions(preview, folderId);
  const queryClient = useQueryClient();
  const start = useStartImport((id) => watchImport(queryClient, id));
  const cancel = useCancelImport();
  // A backup of an account may contain only folders and reviews.
  const isWithoutCards = preview.cards === 0 && preview.folders.length + preview.reviews > 0 && ready.error === null;
  const nothing = preview.cards === 0 && choices.cards !== null && !isWithoutCards;
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending && !start.isSuccess) start.mutate({ id: ready.id, options: choices.options });
      }}
    >
      <Summary ready={ready} preview={preview} />
      {choices.table && <TableReadingFields table={choices.table} />}
      {!nothing && <ImportOptionFields preview={preview} choices={choices} />}
      <SampleCards samples={choices.samples} />
      <ImportContents preview={preview} />
      <div className="sticky bottom-[calc(var(--nav-height)+env(safe-area-inset-bottom))] z-10 -mx-4 border-line border-t bg-paper px-4 py-3 md:bottom-0 md:mx-0 md:px-0">
        <FormError message={start.error ? errorMessage(start.error, "No se pudo empezar.") : undefined} />
        <div className="flex gap-2 md:justify-end">
          <Button
            variant="outline"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(ready.id, { onSuccess: onCancelled })}
          >
            Cancelar
          </Button>
          {!nothing && (
            <Button type="submit" autoFocus disabled={!choices.ready} loading={start.isPending} className="max-md:grow">
              {isWithoutCards ? "Importar" : formatButtonText(choices)}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

function formatButtonText({ cards }: ImportChoices): string {
  return cards === null ? "Importar" : `Importar ${counted(cards, "carta", "cartas")}`;
}

function Summary({ ready, preview }: Pick<ImportPreviewProps, "ready" | "preview">) {
  const { cards, folders, duplicates, reviews, media, limits } = preview;
  const isNothing = cards === 0 && (ready.error !== null || folders.length + reviews === 0);
  const title = formatSourceName(ready);
  const heading = useStepFocus(title);
  const figures = [
    cards > 0 ? counted(cards, "carta", "cartas") : counted(folders.length, "carpeta", "carpetas"),
    reviews > 0 && counted(reviews, "repaso", "repasos"),
    media > 0 && counted(media, "imagen o audio", "imágenes y audios"),
  ].filter((figure) => figure !== false);
  return (
    <section aria-labelledby="contenido-del-archivo" className="surface-card p-4 md:p-5">
      <h2 ref={heading} id="contenido-del-archivo" tabIndex={-1} className="wrap-anywhere line-clamp-2 text-lg">
        {title}
      </h2>
      <p className="text-ink-soft text-sm">{formatName(ready)}</p>
      <p className="tabular mt-2 text-input">
        {isNothing ? (ready.error?.message ?? "No hay ninguna carta que importar.") : figures.join(" · ")}
      </p>
      {duplicates > 0 && (
        <p className="mt-1 text-ink-soft">
          {duplicates === 1 ? "1 ya la tienes." : `${formatCount(duplicates)} ya las tienes.`}
        </p>
      )}
      {limits && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-medium-soft p-3 text-medium">
          <p className="min-w-0 flex-1 basis-56">{limits.message}</p>
          <Button variant="outline" size="sm" icon={<Crown />} onClick={() => openPaywall({ reason: limits.message })}>
            Ver Premium
          </Button>
        </div>
      )}
    </section>
  );
}
