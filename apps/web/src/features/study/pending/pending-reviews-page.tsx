import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { DailyReview } from "@repasa/contract/stats.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Play, Settings } from "lucide-react";
import { formatDue } from "#features/cards/cards.due.ts";
import { MoreCards } from "#features/cards/list/components/more-cards.tsx";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { folderQuery } from "#features/folders/folders.loading.ts";
import { SessionSize } from "#features/preferences/components/session-size.tsx";
import { useToday } from "#features/preferences/use-today.ts";
import { PendingFolderRow } from "#features/stats/components/pending-folder-row.tsx";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import MissingFolder from "#features/study/components/missing-folder.tsx";
import { useWaitingNote } from "#features/study/use-waiting-note.ts";
import { isNotFound } from "#lib/api-error.ts";
import { parseDifficulty } from "#lib/difficulty.ts";
import { counted } from "#lib/plural.ts";
import { flattenPortions, portionQuery } from "#lib/portion-query.ts";
import { failureOf } from "#lib/query-failure.ts";
import { describeWaiting } from "#lib/waiting-text.ts";
import { paths } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RowList, RowListSkeleton } from "#ui/row-list.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

const safe = "Tus cartas y tus respuestas están guardadas.";

export default function PendingReviewsPage({ folderId }: { folderId: number | null }) {
  return folderId === null ? <PendingFolders /> : <PendingCards folderId={folderId} />;
}

function PendingFolders() {
  const query = useQuery(dailyReviewQuery());
  const { data, isPending } = query;
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <PageHeader title="Elegir materia" subtitle={data && formatSummary(data)} />
        <Link
          href={paths.settings()}
          aria-label="Ajustes"
          className="-mr-2.5 inline-grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Settings aria-hidden className="size-5" />
        </Link>
      </div>
      {isPending ? (
        <RowListSkeleton rows={6} />
      ) : data ? (
        <FolderList review={data} />
      ) : (
        <ErrorState title="No se pudieron cargar las cartas pendientes" safe={safe} {...failureOf(query)} />
      )}
    </>
  );
}

function formatSummary({ folders, totalDue }: DailyReview): string | undefined {
  if (folders.length === 0) return undefined;
  const cards = counted(totalDue, "carta pendiente", "cartas pendientes");
  return `${cards} de revisión en ${counted(folders.length, "materia", "materias")}`;
}

function FolderList({ review }: { review: DailyReview }) {
  const { folders, totalDue } = review;
  const waiting = describeWaiting(review);
  if (folders.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheckBig />}
        title="No tienes cartas pendientes de revisión"
        text={waiting && `${waiting}.`}
        action={<ButtonLink href={paths.home()}>Ir al inicio</ButtonLink>}
      />
    );
  }
  return (
    <>
      <div className="mb-5">
        <SessionSize due={totalDue} folderId={null} />
      </div>
      <RowList
        label="Materias pendientes"
        items={folders}
        itemKey={({ folderId }) => folderId}
        renderItem={(folder) => <PendingFolderRow folder={folder} level={2} />}
      />
    </>
  );
}

const ROW_HEIGHT_PX = 84;

const isNew = ({ nextReviewDate }: QueuedCard) => nextReviewDate === null;

function PendingCards({ folderId }: { folderId: number }) {
  const { data: folder } = useQuery(folderQuery(folderId));
  const due = useInfiniteQuery(dueCardsQuery(folderId));
  const { data, error, isPending, isFetching } = due;
  const cards = flattenPortions(data);
  const total = data?.pages.at(-1)?.total ?? 0;
  const note = useWaitingNote(folderId);
  if (isNotFound(error)) return <MissingFolder />;
  return (
    <>
      <PendingCardsHeader folderId={folderId} name={folder?.name} count={total} />
      {isPending ? (
        <SkeletonGroup className="grid gap-3">
          {["a", "b", "c", "d", "e"].map((key) => (
            <Skeleton key={key} className="h-21 rounded-card" />
          ))}
        </SkeletonGroup>
      ) : !cards ? (
        <ErrorState title="No se pudieron cargar las cartas" safe={safe} {...failureOf(due)} />
      ) : cards.length === 0 && !due.hasNextPage ? (
        <EmptyState
          icon={<CircleCheckBig />}
          title="No hay cartas para revisar"
          text={note}
          action={<ButtonLink href={paths.folder(folderId)}>Ver la carpeta</ButtonLink>}
        />
      ) : (
        <>
          {note && <p className="mb-4 text-ink-soft">{note}</p>}
          <DueCards
            cards={cards}
            total={total}
            failed={due.hasNextPage && due.isError}
            loading={isFetching}
            onMore={() => {
              if (due.hasNextPage) void due.fetchNextPage({ cancelRefetch: false });
            }}
          />
        </>
      )}
    </>
  );
}

type PendingCardsHeaderProps = { folderId: number; name: string | undefined; count: number };

function PendingCardsHeader({ folderId, name = "Cartas pendientes", count }: PendingCardsHeaderProps) {
  const back = paths.pendingReviews();
  if (count === 0) return <PageHeader title={name} backHref={back} />;
  return (
    <PageHeader
      title={name}
      subtitle={`${counted(count, "carta pendiente", "cartas pendientes")} de revisión`}
      backHref={back}
      actions={
        <ButtonLink href={paths.study(folderId)} size="lg" icon={<Play />} className="w-full md:w-auto">
          Comenzar sesión de revisión
        </ButtonLink>
      }
    />
  );
}

type DueCardsProps = {
  cards: readonly QueuedCard[];
  total: number;
  failed: boolean;
  loading: boolean;
  onMore: () => void;
};

function dueCardsQuery(folderId: number) {
  return portionQuery(studyEndpoints.reviewQueue, { query: { folderId: String(folderId) } }, { staleTime: 0 });
}

function DueCards({ cards, total, failed, loading, onMore }: DueCardsProps) {
  const today = useToday();
  return (
    <>
      <VirtualList
        label="Cartas pendientes"
        items={cards}
        total={total}
        onNearEnd={failed || loading ? undefined : onMore}
        itemKey={({ id }) => id}
        estimateHeight={ROW_HEIGHT_PX}
        renderItem={(card) => (
          <article className="surface-card relative flex items-center gap-3 p-4 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-brand">
            <DifficultyDot difficulty={parseDifficulty(card.difficulty)} />
            <p dir="auto" className="line-clamp-2 min-w-0 flex-1 whitespace-pre-line wrap-anywhere text-input">
              <Link href={paths.card(card.id)} className="outline-none after:absolute after:inset-0 after:rounded-card">
                {formatQuestionLine(card)}
              </Link>
            </p>
            <Badge tone={isNew(card) ? "new" : "brand"}>{formatDue(card, today)}</Badge>
          </article>
        )}
      />
      {failed && <MoreCards failed onMore={onMore} />}
    </>
  );
}
