import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, FileUp, FolderX, History, Pencil, Play, Plus, Printer } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { CardDialog } from "#features/cards/components/card-dialog.tsx";
import { CardList, CardListSkeleton } from "#features/cards/components/card-list.tsx";
import { DeleteCardDialog } from "#features/cards/components/delete-card-dialog.tsx";
import { type FolderCards, useFolderCards, useLoadAll } from "#features/cards/use-folder-cards.ts";
import { usePrintView } from "#features/cards/use-print-view.ts";
import { useRecentBatches } from "#features/cards/use-recent-batches.ts";
import { ExamsOfFolder, NewExamButton } from "#features/exams/components/folder-exam.tsx";
import { FolderDescription } from "#features/folders/components/folder-description.tsx";
import { FolderDialog } from "#features/folders/components/folder-dialog.tsx";
import { FolderStats, FolderStatsSkeleton } from "#features/folders/components/folder-stats.tsx";
import { folderQuery } from "#features/folders/folders.loading.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { isNotFound } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type Shown = { dialog: "none" | "folder" | "card" | "delete" | "export" | "changes"; card?: Card | undefined };

const ExportDialog = lazy(async () => ({
  default: (await import("#features/exports/components/export-dialog.tsx")).ExportDialog,
}));
const RecentChangesDialog = lazy(async () => ({
  default: (await import("#features/cards/components/recent-changes-dialog.tsx")).RecentChangesDialog,
}));
const PrintView = lazy(async () => ({
  default: (await import("#features/cards/components/print-view.tsx")).PrintView,
}));

export default function FolderPage({ folderId }: { folderId: number }) {
  const folder = useQuery(folderQuery(folderId));
  const cards = useFolderCards(folderId);
  if (isNotFound(folder.error)) return <NoSuchFolder />;
  if (folder.data) return <FolderView folder={folder.data} cards={cards} />;
  if (folder.isPending) return <FolderSkeleton />;
  return (
    <ErrorState
      title="No se pudo cargar la carpeta"
      error={folder.error}
      onRetry={() => {
        void folder.refetch();
        void cards.refetch();
      }}
      retrying={folder.isFetching}
    />
  );
}

function FolderView({ folder, cards }: { folder: Folder; cards: FolderCards }) {
  const [shown, setShown] = useState<Shown>({ dialog: useStartsWithDraft({ newCardIn: folder.id }) ? "card" : "none" });
  const hasCards = (cards.cards ? cards.total : folder.cardCount) > 0;
  const hide = (open: boolean) => {
    if (!open) setShown(({ card }) => ({ dialog: "none", card }));
  };
  const add = () => setShown({ dialog: "card" });
  const printed = usePrintView();
  if (printed.shown && cards.cards) return <Printed title={folder.name} list={cards} onClose={printed.close} />;
  return (
    <>
      <PageHeader
        face={<FolderFace face={folder} className="mr-2" />}
        title={folder.name}
        subtitle={folder.description && <FolderDescription key={folder.description} text={folder.description} />}
        backHref={paths.folders()}
        actions={
          <FolderActions
            folder={folder}
            hasCards={hasCards}
            onEdit={() => setShown({ dialog: "folder" })}
            onAddCard={add}
          />
        }
        menu={
          <FolderMenu
            folderId={folder.id}
            hasCards={hasCards}
            onShow={(dialog) => setShown({ dialog })}
            onPrint={printed.open}
          />
        }
      />
      <FolderStats folderId={folder.id} />
      <ExamsOfFolder folderId={folder.id} />
      {cards.cards ? (
        <CardList
          folderId={folder.id}
          list={cards}
          onAdd={add}
          onEdit={(card) => setShown({ dialog: "card", card })}
          onDelete={(card) => setShown({ dialog: "delete", card })}
        />
      ) : cards.isPending ? (
        <CardListSkeleton />
      ) : (
        <ErrorState
          title="No se pudieron cargar las cartas"
          error={cards.error}
          onRetry={() => void cards.refetch()}
          retrying={cards.isFetching}
        />
      )}
      <Dialogs folder={folder} shown={shown} onOpenChange={hide} />
    </>
  );
}

function Printed(props: ComponentProps<typeof PrintView>) {
  useLoadAll(props.list, true);
  return (
    <Suspense fallback={<FolderSkeleton />}>
      <PrintView {...props} />
    </Suspense>
  );
}

type DialogsProps = { folder: Folder; shown: Shown; onOpenChange: (open: boolean) => void };

function Dialogs({ folder, shown, onOpenChange }: DialogsProps) {
  return (
    <>
      <FolderDialog open={shown.dialog === "folder"} onOpenChange={onOpenChange} folder={folder} />
      <CardDialog open={shown.dialog === "card"} onOpenChange={onOpenChange} folderId={folder.id} card={shown.card} />
      <DeleteCardDialog open={shown.dialog === "delete"} onOpenChange={onOpenChange} card={shown.card} />
      <Suspense>
        {shown.dialog === "export" && <ExportDialog open onOpenChange={onOpenChange} folder={folder} />}
        {shown.dialog === "changes" && <RecentChangesDialog open onOpenChange={onOpenChange} />}
      </Suspense>
    </>
  );
}

type FolderActionsProps = { folder: Folder; hasCards: boolean; onEdit: () => void; onAddCard: () => void };

/** Narrow enough that three buttons fit in one line on a phone. */
const compact = "max-md:grow max-md:px-3 max-md:[&_svg]:hidden";

function FolderActions({ folder, hasCards, onEdit, onAddCard }: FolderActionsProps) {
  return (
    <>
      <Tooltip label="Editar carpeta">
        <IconButton
          label="Editar carpeta"
          icon={<Pencil />}
          onClick={onEdit}
          className="border border-line bg-surface"
        />
      </Tooltip>
      <NewExamButton folderId={folder.id} />
      <Button variant={hasCards ? "outline" : "primary"} icon={<Plus />} onClick={onAddCard} className={compact}>
        Añadir carta
      </Button>
      {hasCards ? (
        <ButtonLink href={paths.study(folder.id)} icon={<Play />} className={compact}>
          Comenzar revisión
        </ButtonLink>
      ) : (
        <Button icon={<Play />} variant="outline" disabled className={compact}>
          Comenzar revisión
        </Button>
      )}
    </>
  );
}

type FolderMenuProps = {
  folderId: number;
  hasCards: boolean;
  onShow: (dialog: "export" | "changes") => void;
  onPrint: () => void;
};

function FolderMenu({ folderId, hasCards, onShow, onPrint }: FolderMenuProps) {
  const [, navigate] = useLocation();
  const hasChanges = useRecentBatches().length > 0;
  const items = [
    {
      label: "Importar cartas",
      icon: <FileUp />,
      onSelect: () => navigate(withQuery(paths.import(), { folder: folderId })),
    },
    ...(hasCards
      ? [
          { label: "Exportar", icon: <Download />, onSelect: () => onShow("export") },
          { label: "Imprimir", icon: <Printer />, onSelect: onPrint },
        ]
      : []),
    ...(hasChanges ? [{ label: "Últimos cambios", icon: <History />, onSelect: () => onShow("changes") }] : []),
  ];
  return (
    <Menu
      items={items}
      button={(props) => (
        <IconButton
          {...props}
          label="Más opciones de la carpeta"
          icon={<Ellipsis />}
          className="border border-line bg-surface"
        />
      )}
    />
  );
}

function NoSuchFolder() {
  usePageTitle("Carpeta no encontrada");
  return (
    <EmptyState
      level={1}
      icon={<FolderX />}
      title="Esta carpeta no existe"
      text="Puede que la hayas eliminado o que el enlace esté mal escrito."
      action={<ButtonLink href={paths.folders()}>Volver a Carpetas</ButtonLink>}
    />
  );
}

function FolderSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mb-5 flex flex-col gap-4 pt-1 md:mb-7 md:flex-row md:justify-between">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-11 w-72 max-w-full" />
      </div>
      <FolderStatsSkeleton />
      <CardListSkeleton />
    </SkeletonGroup>
  );
}
