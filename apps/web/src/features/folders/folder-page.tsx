import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import {
  BookOpen,
  CalendarClock,
  Download,
  FileUp,
  History,
  ListChecks,
  Pencil,
  Play,
  Plus,
  Printer,
  Share2,
  UserMinus,
} from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { useRecentBatches } from "#features/cards/batch/use-recent-batches.ts";
import { ConfusedInFolders } from "#features/cards/confusions/components/confused-in-folders.tsx";
import { CardDialog } from "#features/cards/editor/components/card-dialog.tsx";
import { useNewCardRequest } from "#features/cards/editor/use-new-card-request.ts";
import { CardList, CardListSkeleton } from "#features/cards/list/components/card-list.tsx";
import { type FolderCards, useFolderCards, useLoadAll } from "#features/cards/list/use-folder-cards.ts";
import { usePrintView } from "#features/cards/list/use-print-view.ts";
import { useReadingView } from "#features/cards/list/use-reading-view.ts";
import { DeleteCardDialog } from "#features/cards/page/components/delete-card-dialog.tsx";
import { useFocusAtEnd } from "#features/cards/selection/use-focus-at-end.ts";
import { useSelectionState } from "#features/cards/selection/use-selection.ts";
import { ExamsOfFolder, NewExamDialog } from "#features/exams/components/folder-exam.tsx";
import { FolderDescription } from "#features/folders/components/folder-description.tsx";
import { FolderDialog } from "#features/folders/components/folder-dialog.tsx";
import { FolderStats } from "#features/folders/components/folder-stats.tsx";
import { OtherWays } from "#features/folders/components/other-ways.tsx";
import { WaitingInFolder } from "#features/folders/components/waiting-in-folder.tsx";
import { folderQuery } from "#features/folders/folders.loading.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { FollowedFrom } from "#features/sharing/following/components/followed-from.tsx";
import { FollowedNews } from "#features/sharing/following/components/followed-news.tsx";
import { UnfollowDialog } from "#features/sharing/following/components/unfollow-dialog.tsx";
import { isNotFound } from "#lib/api-error.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { formatCount } from "#lib/plural.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type Dialog = "folder" | "card" | "delete" | "exam" | "export" | "changes" | "quiz" | "share" | "unfollow";
type Shown = { dialog: Dialog | "none"; card?: Card | undefined };

const ExportDialog = lazyPart(
  async () => (await import("#features/exports/components/export-dialog.tsx")).ExportDialog,
);
const ShareDialog = lazyPart(async () => (await import("#features/sharing/components/share-dialog.tsx")).ShareDialog);
const RecentChangesDialog = lazyPart(
  async () => (await import("#features/cards/batch/components/recent-changes-dialog.tsx")).RecentChangesDialog,
);
const NewQuizDialog = lazyPart(
  async () => (await import("#features/quizzes/components/new-quiz-dialog.tsx")).NewQuizDialog,
);
const FolderQuizzes = lazyPart(
  async () => (await import("#features/quizzes/components/folder-quizzes.tsx")).FolderQuizzes,
);
const PrintView = lazyPart(async () => (await import("#features/cards/list/components/print-view.tsx")).PrintView);

export default function FolderPage({ folderId }: { folderId: number }) {
  const folder = useQuery(folderQuery(folderId));
  const cards = useFolderCards(folderId);
  if (isNotFound(folder.error)) return <MissingState of="folder" />;
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
  const [shown, setShown] = useState<Shown>({ dialog: useDialogWithDraft(folder.id) });
  const hasCards = (cards.cards ? cards.total : folder.cardCount) > 0;
  const selectionState = useSelectionState();
  const show = (dialog: Dialog, card?: Card) => setShown({ dialog, card });
  useNewCardRequest(() => show("card"));
  const hide = (open: boolean) => {
    if (!open) setShown(({ card }) => ({ dialog: "none", card }));
  };
  const printed = usePrintView();
  if (printed.shown && cards.cards) return <Printed title={folder.name} list={cards} onClose={printed.close} />;
  return (
    <>
      <PageHeader
        face={<FolderFace face={folder} className="mr-2" />}
        title={folder.name}
        subtitle={(folder.follows ?? folder.description) && <Subtitle folder={folder} />}
        backHref={paths.folders()}
        actions={<FolderActions folder={folder} hasCards={hasCards} onAddCard={() => show("card")} />}
        menu={
          <FolderMenu
            folder={folder}
            hasCards={hasCards}
            isSelecting={selectionState.isSelecting}
            onSelect={selectionState.start}
            onShow={show}
            onPrint={printed.open}
          />
        }
      />
      {hasCards && <OtherWays folderId={folder.id} onQuiz={() => show("quiz")} />}
      <div className="mb-3 grid gap-1 md:mb-5">
        {hasCards && <FolderStats folderId={folder.id} />}
        {/* Always as high as a line, because exams and waiting cards become known later than the list. */}
        <div className="flex min-h-5 flex-wrap gap-x-4 text-ink-soft text-sm">
          <ExamsOfFolder folderId={folder.id} />
          <WaitingInFolder folderId={folder.id} />
          <ConfusedInFolders folderIds={[folder.id]} />
        </div>
      </div>
      {folder.follows && <FollowedNews folder={folder} follows={folder.follows} />}
      <Suspense>
        <FolderQuizzes folderId={folder.id} />
      </Suspense>
      {cards.cards ? (
        <CardList
          folderId={folder.id}
          list={cards}
          selectionState={selectionState}
          onAdd={() => show("card")}
          onEdit={(card) => show("card", card)}
          onDelete={(card) => show("delete", card)}
        />
      ) : cards.isPending ? (
        <CardListSkeleton />
      ) : (
        <ErrorState title="No se pudieron cargar las cartas" {...failureOf(cards)} />
      )}
      <Dialogs folder={folder} shown={shown} onOpenChange={hide} />
    </>
  );
}

function Subtitle({ folder: { description, follows } }: { folder: Folder }) {
  if (!follows) return description && <FolderDescription key={description} text={description} />;
  return (
    <>
      <FollowedFrom follows={follows} />
      {description && <FolderDescription key={description} text={description} />}
    </>
  );
}

/** Returns the dialog in which the student was writing when the page was left. */
function useDialogWithDraft(folderId: number): Shown["dialog"] {
  const [hasCard, hasExam] = [useStartsWithDraft({ newCardIn: folderId }), useStartsWithDraft({ newExamOf: folderId })];
  if (hasCard) return "card";
  return hasExam ? "exam" : "none";
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
      <DeleteCardDialog open={shown.dialog === "delete"} onOpenChange={onOpenChange} subject={shown.card} />
      <UnfollowDialog open={shown.dialog === "unfollow"} onOpenChange={onOpenChange} subject={folder} />
      <NewExamDialog open={shown.dialog === "exam"} onOpenChange={onOpenChange} folderId={folder.id} />
      <Suspense>
        {shown.dialog === "export" && <ExportDialog open onOpenChange={onOpenChange} folder={folder} />}
        {shown.dialog === "share" && <ShareDialog open onOpenChange={onOpenChange} folder={folder} />}
        {shown.dialog === "quiz" && <NewQuizDialog open onOpenChange={onOpenChange} source={{ folderId: folder.id }} />}
        {shown.dialog === "changes" && <RecentChangesDialog open onOpenChange={onOpenChange} />}
      </Suspense>
    </>
  );
}

type FolderActionsProps = { folder: Folder; hasCards: boolean; onAddCard: () => void };

function FolderActions({ folder, hasCards, onAddCard }: FolderActionsProps) {
  // The list of an empty folder has the button to add a card.
  if (!hasCards) {
    return (
      <Button icon={<Play />} variant="ghost" disabled className="max-md:mr-auto max-md:-ml-3">
        Comenzar revisión
      </Button>
    );
  }
  return (
    <>
      <ButtonLink href={paths.study(folder.id)} icon={<Play />} className="max-md:grow">
        <span className="tabular">
          Comenzar revisión{" "}
          {folder.dueCount > 0 && <span className="whitespace-nowrap">· {formatCount(folder.dueCount)}</span>}
        </span>
      </ButtonLink>
      <Button
        variant="outline"
        icon={<Plus />}
        onClick={onAddCard}
        className="max-md:w-11 max-md:rounded-full max-md:px-0 md:order-first"
      >
        <span className="max-md:sr-only">Añadir carta</span>
      </Button>
    </>
  );
}

type FolderMenuProps = {
  folder: Folder;
  hasCards: boolean;
  isSelecting: boolean;
  onSelect: () => void;
  onShow: (dialog: Dialog) => void;
  onPrint: () => void;
};

function FolderMenu({ folder, hasCards, isSelecting, onSelect, onShow, onPrint }: FolderMenuProps) {
  const [, navigate] = useLocation();
  const [view, setView] = useReadingView();
  const hasChanges = useRecentBatches().length > 0;
  const opener = useFocusAtEnd(isSelecting || view !== "list");
  const items = [
    ...(hasCards && view === "list" ? [{ label: "Leer", icon: <BookOpen />, onSelect: () => setView("reading") }] : []),
    ...(hasCards && !isSelecting ? [{ label: "Seleccionar cartas", icon: <ListChecks />, onSelect }] : []),
    { label: "Compartir", icon: <Share2 />, onSelect: () => onShow("share") },
    { label: "Examen", icon: <CalendarClock />, onSelect: () => onShow("exam") },
    { label: "Editar carpeta", icon: <Pencil />, onSelect: () => onShow("folder") },
    {
      label: "Importar cartas",
      icon: <FileUp />,
      onSelect: () => navigate(withQuery(paths.import(), { folder: folder.id })),
    },
    ...(hasCards
      ? [
          { label: "Exportar", icon: <Download />, onSelect: () => onShow("export") },
          { label: "Imprimir", icon: <Printer />, onSelect: onPrint },
        ]
      : []),
    ...(hasChanges ? [{ label: "Últimos cambios", icon: <History />, onSelect: () => onShow("changes") }] : []),
    ...(folder.follows ? [{ label: "Dejar de seguir", icon: <UserMinus />, onSelect: () => onShow("unfollow") }] : []),
  ];
  return <PageMenu label="Más opciones de la carpeta" items={items} opener={opener} />;
}

function FolderSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mb-3 flex flex-col gap-3 pt-1 md:mb-5 md:flex-row md:justify-between">
        <Skeleton className="h-10 w-56" />
        <Skeleton className="h-11 md:w-72" />
      </div>
      <Skeleton className="mb-2 h-7 max-w-96 md:ml-auto" />
      <Skeleton className="mb-4 h-5 w-full max-w-md md:mb-6" />
      <CardListSkeleton />
    </SkeletonGroup>
  );
}
