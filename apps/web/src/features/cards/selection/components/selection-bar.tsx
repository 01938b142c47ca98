import type { Batch, BatchAction } from "@repasa/contract/cards.ts";
import {
  CheckCheck,
  CirclePause,
  CirclePlay,
  Ellipsis,
  FolderInput,
  ListRestart,
  Replace,
  Tag,
  Tags,
  Trash2,
  X,
} from "lucide-react";
import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { useBatch } from "#features/cards/batch/use-batch.ts";
import type { CardSelection } from "#features/cards/selection/use-selection.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { counted } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuItem, moveFocus } from "#ui/menu.tsx";

const MoveDialog = lazyPart(
  async () => (await import("#features/cards/selection/components/move-cards-dialog.tsx")).MoveCardsDialog,
);
const TagDialog = lazyPart(
  async () => (await import("#features/cards/selection/components/tag-cards-dialog.tsx")).TagCardsDialog,
);
const ReplaceDialog = lazyPart(
  async () => (await import("#features/cards/selection/components/replace-text-dialog.tsx")).ReplaceTextDialog,
);

type Shown = "none" | "move" | "tag" | "untag" | "replace" | "delete" | "reset";

type SelectionBarProps = { selection: CardSelection; allLabel: string };

/** The actions for the selected cards. */
export function SelectionBar({ selection, allLabel }: SelectionBarProps) {
  const { selectedCards } = selection;
  const [shown, setShown] = useState<Shown>("none");
  const [seen, setSeen] = useState<ReadonlySet<Shown>>(new Set());
  const batch = useBatch();
  const open = (dialog: Shown) => {
    setSeen(new Set([...seen, dialog]));
    setShown(dialog);
  };
  const run = (action: BatchAction, more: Partial<Batch> = {}) =>
    batch.mutate(
      { cardIds: selectedCards.map(({ id }) => id), action, ...more },
      {
        onSuccess: () => {
          setShown("none");
          selection.end();
        },
      },
    );
  const dialog = (name: Shown) => ({
    open: shown === name,
    onOpenChange: (next: boolean) => setShown(next ? name : "none"),
    pending: batch.isPending,
  });
  const cards = { cards: selectedCards };
  return (
    <>
      <div aria-hidden className="h-24 md:h-16" />
      <section
        aria-label="Cartas seleccionadas"
        className="selection-bar fixed inset-x-0 bottom-0 z-35 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] shadow-soft md:left-(--sidebar-width)"
      >
        <div className="mx-auto flex max-w-[calc(70rem+4rem)] flex-wrap items-center gap-x-2 px-2 py-1.5 md:px-8">
          <IconButton label="Terminar la selección" icon={<X />} onClick={selection.end} />
          <p className="tabular flex-1 font-semibold md:flex-none">
            {selectedCards.length === 0 ? "Elige cartas" : counted(selectedCards.length, "carta", "cartas")}
          </p>
          <AllButton selection={selection}>{allLabel}</AllButton>
          <Actions selection={selection} busy={batch.isPending || selection.isLoadingAll} onRun={run} onOpen={open} />
        </div>
      </section>
      <Suspense>
        {seen.has("move") && (
          <MoveDialog {...dialog("move")} {...cards} onMove={(folderId) => run("move", { folderId })} />
        )}
        {seen.has("tag") && (
          <TagDialog {...dialog("tag")} {...cards} action="tag" onTags={(tags) => run("tag", { tags })} />
        )}
        {seen.has("untag") && (
          <TagDialog {...dialog("untag")} {...cards} action="untag" onTags={(tags) => run("untag", { tags })} />
        )}
        {seen.has("replace") && (
          <ReplaceDialog {...dialog("replace")} {...cards} onReplace={(more) => run("replace", more)} />
        )}
      </Suspense>
      <Questions remove={dialog("delete")} reset={dialog("reset")} count={selectedCards.length} onConfirm={run} />
    </>
  );
}

function AllButton({ selection, children }: { selection: CardSelection; children: string }) {
  const { isLoadingAll, selectAll } = selection;
  return (
    <Button variant="ghost" size="sm" icon={<CheckCheck />} loading={isLoadingAll} onClick={selectAll}>
      {children}
    </Button>
  );
}

type Question = { open: boolean; onOpenChange: (open: boolean) => void; pending: boolean };
type QuestionsProps = { remove: Question; reset: Question; count: number; onConfirm: (action: BatchAction) => void };

function Questions({ remove, reset, count, onConfirm }: QuestionsProps) {
  const cards = counted(count, "carta", "cartas");
  return (
    <>
      <ConfirmDialog
        {...remove}
        title={`¿Eliminar ${cards}?`}
        description="Podrás deshacerlo durante 24 horas. Tu racha y tu actividad no cambian."
        confirmLabel="Eliminar"
        onConfirm={() => onConfirm("delete")}
      />
      <ConfirmDialog
        {...reset}
        title={`¿Empezar de cero con ${cards}?`}
        description="Volverán a ser nuevas, como si no las hubieras estudiado. Tu actividad no cambia, y podrás deshacerlo durante 24 horas."
        confirmLabel="Reiniciar"
        onConfirm={() => onConfirm("reset")}
      />
    </>
  );
}

type ActionsProps = {
  selection: CardSelection;
  busy: boolean;
  onRun: (action: BatchAction) => void;
  onOpen: (dialog: Shown) => void;
};

function Actions({ selection: { selectedCards }, busy, onRun, onOpen }: ActionsProps) {
  const disabled = selectedCards.length === 0 || busy;
  const allSuspended = selectedCards.length > 0 && selectedCards.every(({ suspended }) => suspended);
  const someSuspended = selectedCards.some(({ suspended }) => suspended);
  const pause: MenuItem = { label: "Suspender", icon: <CirclePause />, onSelect: () => onRun("suspend") };
  const resume: MenuItem = { label: "Reanudar", icon: <CirclePlay />, onSelect: () => onRun("resume") };
  const [main, other] = allSuspended ? [resume, pause] : [pause, resume];
  const more: MenuItem[] = [
    ...(someSuspended && !allSuspended ? [other] : []),
    ...(selectedCards.some(({ tags }) => tags.length > 0)
      ? [{ label: "Quitar etiqueta", icon: <Tags />, onSelect: () => onOpen("untag") }]
      : []),
    { label: "Buscar y reemplazar", icon: <Replace />, onSelect: () => onOpen("replace") },
    { label: "Reiniciar", icon: <ListRestart />, onSelect: () => onOpen("reset") },
  ];
  return (
    <div
      role="toolbar"
      aria-label={`Acciones para ${counted(selectedCards.length, "carta", "cartas")}`}
      onKeyDown={(event) => {
        if (!(event.target as Element).closest("[role=menu]")) moveFocus(event, "button:not([role=menuitem])");
      }}
      className="flex max-md:w-full max-md:*:flex-1 md:ml-auto md:gap-1"
    >
      <BarButton icon={<FolderInput />} disabled={disabled} onClick={() => onOpen("move")}>
        Mover
      </BarButton>
      <BarButton icon={<Tag />} disabled={disabled} onClick={() => onOpen("tag")}>
        Etiquetar
      </BarButton>
      <BarButton icon={main.icon} disabled={disabled} onClick={main.onSelect}>
        {main.label}
      </BarButton>
      <BarButton icon={<Trash2 />} disabled={disabled} onClick={() => onOpen("delete")}>
        Eliminar
      </BarButton>
      <Menu
        opensUpward
        items={more}
        button={(props) => (
          <BarButton {...props} icon={<Ellipsis />} disabled={disabled}>
            Más
          </BarButton>
        )}
      />
    </div>
  );
}

type BarButtonProps = ComponentProps<"button"> & { icon: ReactNode };

function BarButton({ icon, children, className, ...rest }: BarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        "flex min-h-12 w-full min-w-0 flex-col items-center justify-center gap-0.5 rounded-control px-1 font-semibold text-ink-soft text-xs hover:bg-sunken hover:text-ink",
        "disabled:opacity-45 md:min-h-11 md:w-auto md:flex-row md:gap-2 md:px-3 md:text-sm [&_svg]:size-5 [&_svg]:shrink-0",
        className,
      )}
    >
      {icon}
      <span className="max-w-full truncate">{children}</span>
    </button>
  );
}
