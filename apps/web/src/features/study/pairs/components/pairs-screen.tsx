import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, X } from "lucide-react";
import { useState } from "react";
import { useShortcutsWanted } from "#features/preferences/use-shortcuts-wanted.ts";
import { StudyFrame } from "#features/study/components/study-frame.tsx";
import { PairsGame } from "#features/study/pairs/components/pairs-game.tsx";
import { choosePairs, FEWEST_PAIRS } from "#features/study/pairs/pairs.tiles.ts";
import { loadFolderCards } from "#features/study/study.other-answers.ts";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

/** A game of pairs with the cards of a folder. Nothing of it is logged. */
export default function PairsScreen({ folderId, onLeave }: { folderId: number; onLeave: () => void }) {
  usePageTitle("Parejas");
  const shortcuts = useShortcutsWanted();
  const folder = useStudiedFolder(folderId);
  const cards = useQuery({
    queryKey: ["pairs", folderId],
    queryFn: () => loadFolderCards(folderId),
    // Cards may have changed since the last visit.
    gcTime: 0,
  });
  return (
    <StudyFrame>
      <header className="flex shrink-0 items-center gap-1">
        <IconButton label="Salir del juego" icon={<X />} onClick={onLeave} className="-ml-3 size-[44px]" />
        <h1 tabIndex={-1} className="font-semibold text-base leading-tight">
          Parejas
        </h1>
      </header>
      {cards.data ? (
        <Game
          cards={cards.data}
          language={folder?.language ?? null}
          folderId={folderId}
          shortcuts={shortcuts}
          onLeave={onLeave}
        />
      ) : cards.isPending ? (
        <SkeletonGroup className="mt-4 flex flex-1 flex-col" shapes={["flex-1 rounded-card"]} />
      ) : (
        <ErrorState title="No se pudieron cargar las cartas" {...failureOf(cards)} />
      )}
    </StudyFrame>
  );
}

type GameProps = {
  cards: Awaited<ReturnType<typeof loadFolderCards>>;
  language: string | null;
  folderId: number;
  shortcuts: boolean;
  onLeave: () => void;
};

function Game({ cards, language, folderId, shortcuts, onLeave }: GameProps) {
  const [round, setRound] = useState(() => ({ number: 1, pairs: choosePairs(cards, language, Math.random) }));
  if (round.pairs.length < FEWEST_PAIRS) {
    return (
      <EmptyState
        icon={<LayoutGrid />}
        title="Faltan cartas para jugar"
        text="Parejas usa cartas con pregunta y respuesta cortas, y esta carpeta tiene menos de tres."
        action={<ButtonLink href={paths.folder(folderId)}>Volver a la carpeta</ButtonLink>}
      />
    );
  }
  return (
    <PairsGame
      key={round.number}
      pairs={round.pairs}
      language={language}
      shortcuts={shortcuts}
      onAgain={() => setRound({ number: round.number + 1, pairs: choosePairs(cards, language, Math.random) })}
      onLeave={onLeave}
    />
  );
}
