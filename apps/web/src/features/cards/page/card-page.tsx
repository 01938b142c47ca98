import { parseQuery } from "@repasa/card-text/search.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory } from "@repasa/contract/study.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { historyQuery } from "#features/cards/cards.api.ts";
import { markAsRead } from "#features/cards/cards.trail.ts";
import { ImproveCard } from "#features/cards/costly/components/improve-card.tsx";
import { CardActions } from "#features/cards/page/components/card-actions.tsx";
import { CardHeader } from "#features/cards/page/components/card-header.tsx";
import { CardMemory } from "#features/cards/page/components/card-memory.tsx";
import { CardSides } from "#features/cards/page/components/card-sides.tsx";
import { ReviewHistory } from "#features/cards/page/components/review-history.tsx";
import { type Neighbours, useNeighbours } from "#features/cards/page/use-neighbours.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { UpstreamNotice } from "#features/cards/upstream/components/upstream-notice.tsx";
import { CardVersions } from "#features/cards/versions/components/card-versions.tsx";
import { isNotFound } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { failureOf } from "#lib/query-failure.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

export default function CardPage({ cardId }: { cardId: number }) {
  const history = useQuery(historyQuery(cardId));
  const neighbours = useNeighbours(cardId, history.data?.card.folderId);
  const card = history.data?.card ?? neighbours.card;
  useEffect(() => markAsRead(cardId), [cardId]);
  if (isNotFound(history.error)) return <MissingState of="card" />;
  if (card) return <CardView card={card} history={history} neighbours={neighbours} />;
  if (history.isPending) return <CardSkeleton />;
  return <ErrorState title="No se pudo cargar la carta" {...failureOf(history)} />;
}

type HistoryState = {
  data: CardHistory | undefined;
  isPending: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
};

type CardViewProps = { card: Card; history: HistoryState; neighbours: Neighbours };

/** The card may come from the cached list before the history is loaded. */
function CardView({ card, history, neighbours }: CardViewProps) {
  const question = formatQuestionLine(card);
  usePageTitle(shortenText(question));
  const { trail } = neighbours;
  const sought = trail?.kind === "search" ? trail.search.q : trail?.kind === "folder" ? trail.q : "";
  return (
    <>
      <CardHeader card={card} neighbours={neighbours} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-8">
          <div className="surface-card min-w-0">
            <UpstreamNotice card={card} />
            <CardSides card={card} terms={parseQuery(sought)} />
            <CardActions card={card} neighbours={neighbours} />
          </div>
          {trail?.kind === "costly" && <ImproveCard key={card.id} card={card} trail={trail} next={neighbours.next} />}
        </div>
        {history.data ? (
          <div className="grid min-w-0 gap-4 lg:gap-6">
            <CardMemory history={history.data} />
            <ReviewHistory reviews={history.data.reviews} />
            <CardVersions card={card} />
          </div>
        ) : history.isPending ? (
          <HistorySkeleton />
        ) : (
          <ErrorState title="No se pudo cargar el historial" {...failureOf(history)} />
        )}
      </div>
    </>
  );
}

function HistorySkeleton() {
  return <SkeletonGroup className="late-in grid gap-4 lg:gap-6" shapes={["h-96 rounded-card", "h-40 rounded-card"]} />;
}

function CardSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
      <Skeleton className="mb-1 h-9 w-48 lg:col-span-2" />
      <Skeleton className="h-72 rounded-card" />
      <HistorySkeleton />
    </div>
  );
}
