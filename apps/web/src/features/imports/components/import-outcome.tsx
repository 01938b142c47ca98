import type { CardImport, ImportResult } from "@repasa/contract/imports.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { findChosenFolder, useUndoImport } from "#features/imports/imports.api.ts";
import { watchImport } from "#features/imports/imports.watch.ts";
import { formatRemaining, formatResult, formatSourceName } from "#features/imports/imports.wording.ts";
import { useStepFocus } from "#features/imports/use-step-focus.ts";
import { describeMissingMedia } from "#features/sharing/following/following.wording.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type OutcomeProps = { title: string; good: boolean; children?: ReactNode; actions: ReactNode };

function Outcome({ title, good, children, actions }: OutcomeProps) {
  const heading = useStepFocus(title);
  return (
    <section aria-labelledby="resultado" className="surface-card p-5 md:p-6">
      <h2 ref={heading} id="resultado" tabIndex={-1} className="flex items-start gap-3 text-lg">
        {good ? (
          <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-easy" />
        ) : (
          <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-danger" />
        )}
        <span className="min-w-0">{title}</span>
      </h2>
      <div className="mt-2 text-ink-soft">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2 max-md:*:grow">{actions}</div>
    </section>
  );
}

type Again = { onAgain: () => void };

type ImportDoneProps = Again & { done: CardImport; result: ImportResult; folderId: number | null };

/** Shows the result of an import and the next actions. */
export function ImportDone({ done, result, folderId, onAgain }: ImportDoneProps) {
  const [asking, setAsking] = useState(false);
  const folder = useOnlyFolder(done, folderId);
  const isFollowed = done.format === "share";
  const missing = result.missingMedia?.length ?? 0;
  const hasCards = result.cards + result.updated > 0;
  const hasImported = hasCards || result.reviews > 0;
  return (
    <Outcome
      title={isFollowed ? "La carpeta ya está entre las tuyas" : formatDoneTitle(hasCards, hasImported)}
      good
      actions={
        <>
          {hasImported && (
            <ButtonLink href={folder === null ? paths.pendingReviews() : paths.study(folder)}>
              Estudiar ahora
            </ButtonLink>
          )}
          <ButtonLink variant="outline" href={folder === null ? paths.folders() : paths.folder(folder)}>
            {folder === null ? "Ver mis carpetas" : "Ver la carpeta"}
          </ButtonLink>
          {!isFollowed && (
            <Button variant="outline" onClick={onAgain}>
              Importar más
            </Button>
          )}
          {hasImported && !isFollowed && (
            <Button variant="ghost" icon={<Undo2 />} onClick={() => setAsking(true)}>
              Deshacer la importación
            </Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere">{formatSourceName(done)}</p>
      <ul className="tabular mt-2 list-disc space-y-0.5 pl-5 text-ink">
        {formatResult(result).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {missing > 0 && <p className="mt-2">{describeMissingMedia(missing)}</p>}
      <UndoImport importId={done.id} open={asking} onOpenChange={setAsking} />
    </Outcome>
  );
}

function formatDoneTitle(hasCards: boolean, hasImported: boolean): string {
  if (hasCards) return "Tus cartas ya están aquí";
  return hasImported ? "Tus repasos ya están aquí" : "No había nada nuevo que traer";
}

/** Returns the folder that all cards were added to: the chosen one, or the only one of the file; null if several. */
function useOnlyFolder({ id, preview, result }: CardImport, presetFolder: number | null): number | null {
  const { data: folders = [] } = useQuery(foldersQuery());
  const chosen = result?.folderId ?? findChosenFolder(id);
  const folderId = chosen === undefined ? presetFolder : chosen;
  if (folderId !== null) return folderId;
  const [first, second] = preview?.folders ?? [];
  if (!first || second) return null;
  return folders.find(({ name }) => name === first.name)?.id ?? null;
}

type UndoImportProps = {
  importId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onUndoing?: (importId: string) => void;
};

export function UndoImport({ importId, open, onOpenChange, onUndoing }: UndoImportProps) {
  const queryClient = useQueryClient();
  const undo = useUndoImport((id) => watchImport(queryClient, id));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => undo.isPending || onOpenChange(next)}
      title="¿Deshacer la importación?"
      description="Se quita lo que trajo: cartas, historial y carpetas vacías. Las cartas que hayas estudiado o cambiado después se quedan, y las preferencias de una copia también."
      confirmLabel="Deshacer la importación"
      pending={undo.isPending}
      onConfirm={() =>
        undo.mutate(importId, {
          onSuccess: () => {
            onOpenChange(false);
            onUndoing?.(importId);
          },
        })
      }
    />
  );
}

export function ImportUndone({ result, onAgain }: Again & { result: ImportResult | null }) {
  return (
    <Outcome
      title="Importación deshecha"
      good
      actions={
        <>
          <Button onClick={onAgain}>Importar otra cosa</Button>
          <ButtonLink variant="outline" href={paths.folders()}>
            Ver mis carpetas
          </ButtonLink>
        </>
      }
    >
      <p>{formatRemaining(result?.kept ?? 0)}</p>
    </Outcome>
  );
}

export function ImportFailed({ failed, onAgain }: Again & { failed: CardImport }) {
  const cancelled = failed.status === "cancelled";
  return (
    <Outcome
      title={cancelled ? "Importación cancelada" : "No se pudo importar"}
      good={cancelled}
      actions={
        <Button onClick={onAgain}>
          {cancelled || failed.format === "share" ? "Importar otra cosa" : "Probar con otro archivo"}
        </Button>
      }
    >
      {!cancelled && <p className="text-ink">{failed.error?.message}</p>}
      <p>Tus carpetas y tus cartas están como estaban.</p>
    </Outcome>
  );
}
