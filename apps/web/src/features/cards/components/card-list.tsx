import type { Card } from "@repasa/contract/cards.ts";
import { Plus, SearchX, SquarePen } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { CardTile } from "#features/cards/components/card-tile.tsx";
import { plainText } from "#lib/text-search.ts";
import { useNow } from "#lib/use-now.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

type CardListProps = {
  cards: readonly Card[];
  onAdd: () => void;
  onEdit: (card: Card) => void;
  onDelete: (card: Card) => void;
};

const TILE_HEIGHT = 148;
const COLUMN = 300;

export function CardList({ cards, onAdd, onEdit, onDelete }: CardListProps) {
  const now = useNow();
  const [sought, setSought] = useState("");
  const found = useFound(cards, useDeferredValue(sought));

  if (cards.length === 0) {
    return (
      <EmptyState
        icon={<SquarePen />}
        title="Esta carpeta está vacía"
        text="Escribe una pregunta delante y su respuesta detrás. Con cinco cartas ya merece la pena repasar."
        action={
          <Button size="lg" variant="outline" icon={<Plus />} onClick={onAdd}>
            Crear la primera carta
          </Button>
        }
      />
    );
  }
  return (
    <>
      <SearchField label="Buscar cartas..." value={sought} onValueChange={setSought} className="mb-4" />
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="Ninguna carta coincide"
          text="Se busca en el anverso y en el reverso."
          action={
            <Button variant="outline" onClick={() => setSought("")}>
              Borrar búsqueda
            </Button>
          }
        />
      ) : (
        <VirtualList
          label="Cartas"
          items={found}
          itemKey={({ id }) => id}
          estimateHeight={TILE_HEIGHT}
          minColumnWidth={COLUMN}
          renderItem={(card) => (
            <CardTile card={card} now={now} onEdit={() => onEdit(card)} onDelete={() => onDelete(card)} />
          )}
        />
      )}
    </>
  );
}

function useFound(cards: readonly Card[], sought: string): readonly Card[] {
  // Once per list, not once per key press.
  const plain = cards.map((card) => ({ card, text: plainText(`${card.front}\n${card.back}`) }));
  const needle = plainText(sought.trim());
  return needle === "" ? cards : plain.filter(({ text }) => text.includes(needle)).map(({ card }) => card);
}

export function CardListSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="mb-4 h-12 rounded-control" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.75rem),1fr))] gap-3">
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Skeleton key={key} className="h-37 rounded-card" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
