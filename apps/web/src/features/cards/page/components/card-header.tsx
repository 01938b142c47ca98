import type { Card } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { buildListAddress, openNeighbour, readStep, type Step } from "#features/cards/cards.trail.ts";
import type { Neighbours } from "#features/cards/page/use-neighbours.ts";
import { useStepKeys } from "#features/cards/page/use-step-keys.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { formatCount } from "#lib/plural.ts";
import { goBack } from "#lib/sheet-history.ts";
import { paths } from "#paths.ts";
import { announce } from "#ui/announcer.tsx";
import { BackLink } from "#ui/back-link.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type CardHeaderProps = { card: Card; neighbours: Neighbours };

/** Links back to the list, and to the previous and the next card in it. */
export function CardHeader({ card, neighbours }: CardHeaderProps) {
  const { trail } = neighbours;
  const { data: folders } = useQuery(folderNamesQuery());
  const folder = folders?.find(({ id }) => id === card.folderId);
  // The list is the previous history entry, with its scroll position and its search.
  const backToList = (event: MouseEvent) => {
    event.preventDefault();
    goBack();
  };
  return (
    <div className="mb-3 flex items-center gap-1 md:mb-4">
      <BackLink
        href={trail ? buildListAddress(trail) : paths.folder(card.folderId)}
        onClick={trail ? backToList : undefined}
      />
      <div className="flex min-w-0 flex-1">
        {folder && (
          <Link
            href={paths.folder(card.folderId)}
            onClick={trail?.kind === "folder" ? backToList : undefined}
            className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control font-semibold hover:text-brand-ink"
          >
            <FolderFace face={folder} size="sm" />
            <span className="truncate">{folder.name}</span>
          </Link>
        )}
      </div>
      <Steps card={card} neighbours={neighbours} />
    </div>
  );
}

function Steps({ card, neighbours }: CardHeaderProps) {
  const { place, previous, next } = neighbours;
  const lastStep = readStep(useHistoryState());
  const step = (direction: "previous" | "next", byKey: boolean) => {
    const target = direction === "previous" ? previous : next;
    if (target) openNeighbour(target, neighbours.trail, byKey ? null : direction);
  };
  useStepKeys((direction) => step(direction, true));

  // The focus stays on the button, so a screen reader would not read the next question by itself.
  const announceCard = useEffectEvent(() => {
    const question = formatQuestionLine(card);
    if (lastStep) announce(place ? `Carta ${place.number} de ${place.count}: ${question}` : question);
  });
  useEffect(() => announceCard(), []);

  if (!place) return null;
  const button = (direction: Step, label: string, key: string, icon: ReactNode) => (
    <Tooltip label={label}>
      <IconButton
        label={label}
        aria-keyshortcuts={key}
        icon={icon}
        disabled={!(direction === "previous" ? previous : next)}
        autoFocus={lastStep === direction}
        onClick={() => step(direction, false)}
        className="border border-line bg-surface"
      />
    </Tooltip>
  );
  return (
    <nav aria-label="Cartas de la lista" className="flex shrink-0 items-center gap-2">
      {button("previous", "Carta anterior", "ArrowLeft", <ArrowLeft />)}
      <span className="tabular text-center text-ink-soft text-sm">
        {formatCount(place.number)} de {formatCount(place.count)}
        {place.more && "+"}
      </span>
      {button("next", "Carta siguiente", "ArrowRight", <ArrowRight />)}
    </nav>
  );
}
