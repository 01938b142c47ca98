import type { Card } from "@repasa/contract/cards.ts";
import { FolderOutput, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { useBatch } from "#features/cards/batch/use-batch.ts";
import { useSuspendCard } from "#features/cards/cards.api.ts";
import { markAsRead, openNeighbour } from "#features/cards/cards.trail.ts";
import { CardDialog } from "#features/cards/editor/components/card-dialog.tsx";
import { DeleteCardDialog } from "#features/cards/page/components/delete-card-dialog.tsx";
import type { Neighbours } from "#features/cards/page/use-neighbours.ts";
import { MoveCardsDialog } from "#features/cards/selection/components/move-cards-dialog.tsx";
import { SpeakButton } from "#features/cards/text/components/speak-button.tsx";
import { formatLine } from "#features/cards/text/text.lines.ts";
import { getAnswer, getQuestion } from "#features/cards/text/text.sides.ts";
import { useShortcutsWanted } from "#features/preferences/use-shortcuts-wanted.ts";
import { goBack } from "#lib/sheet-history.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { preserveToast } from "#ui/toast.ts";

type CardActionsProps = { card: Card; neighbours: Neighbours };

export function CardActions({ card, neighbours }: CardActionsProps) {
  const [shown, setShown] = useState<"none" | "edit" | "move" | "delete">("none");
  const shortcuts = useShortcutsWanted();
  const suspend = useSuspendCard();
  const batch = useBatch();
  const move = (folderId: number) =>
    batch.mutate({ action: "move", cardIds: [card.id], folderId }, { onSuccess: () => setShown("none") });
  const hide = (open: boolean) => {
    if (!open) setShown("none");
  };
  // Determined before the card is deleted, because a deleted card has no neighbours.
  const nearest = neighbours.next ?? neighbours.previous;
  const leave = () => {
    preserveToast();
    const { trail } = neighbours;
    if (trail?.kind === "costly" && nearest) {
      const others = trail.cards.filter(({ id }) => id !== card.id);
      return openNeighbour(nearest, { ...trail, cards: others }, null);
    }
    if (!trail) return navigate(paths.folder(card.folderId), { replace: true });
    if (nearest) markAsRead(nearest.id);
    goBack();
  };
  const items = [
    { label: "Mover", icon: <FolderOutput />, onSelect: () => setShown("move") },
    {
      label: card.suspended ? "Reanudar" : "Suspender",
      icon: card.suspended ? <Play /> : <Pause />,
      onSelect: () => suspend.mutate(card),
    },
    { label: "Eliminar", icon: <Trash2 />, onSelect: () => setShown("delete") },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3 md:px-6">
      <Button variant="outline" icon={<Pencil />} onClick={() => setShown("edit")}>
        Editar
      </Button>
      <PageMenu label="Más opciones de la carta" items={items} opensUpward opensRight />
      <SpeakButton
        text={`${formatLine(getQuestion(card))}. ${formatLine(getAnswer(card))}`}
        folderId={card.folderId}
        shortcuts={shortcuts}
        className="ml-auto"
      />
      <CardDialog open={shown === "edit"} onOpenChange={hide} folderId={card.folderId} card={card} />
      <MoveCardsDialog
        open={shown === "move"}
        onOpenChange={hide}
        cards={[card]}
        pending={batch.isPending}
        onMove={move}
      />
      <DeleteCardDialog open={shown === "delete"} onOpenChange={hide} subject={card} onDeleted={leave} />
    </div>
  );
}
