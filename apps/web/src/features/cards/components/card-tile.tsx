import type { Card } from "@repasa/contract/cards.ts";
import { Pencil, Trash2 } from "lucide-react";
import { dueLabel } from "#features/cards/cards.due.ts";
import { difficultyOf } from "#lib/difficulty.ts";
import { localDateOf } from "#lib/local-date.ts";
import { formatCount } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { Badge } from "#ui/badge.tsx";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { IconButton } from "#ui/icon-button.tsx";

type CardTileProps = { card: Card; now: Date; onEdit: () => void; onDelete: () => void };

export function CardTile({ card, now, onEdit, onDelete }: CardTileProps) {
  const today = localDateOf(now);
  const label = dueLabel(card, today);
  const late = card.nextReviewAt !== null && localDateOf(card.nextReviewAt) <= today;
  return (
    <article className="surface-card flex h-full flex-col p-4">
      <div className="flex items-center gap-2">
        <DifficultyDot difficulty={difficultyOf(card.difficulty)} />
        <Badge tone={card.nextReviewAt === null ? "new" : late ? "brand" : "neutral"}>{label}</Badge>
        <div className="-my-2 -mr-2 ml-auto flex">
          <IconButton label="Editar carta" icon={<Pencil />} onClick={onEdit} />
          <IconButton label="Eliminar carta" icon={<Trash2 />} tone="danger" onClick={onDelete} />
        </div>
      </div>
      <p className="mt-3 line-clamp-3 whitespace-pre-line break-words font-semibold text-input">{card.front}</p>
      <p className="mt-auto pt-3 text-ink-soft text-sm">
        {/* Two blocks, so that neither breaks in the middle on a narrow screen. */}
        <span className="block">
          Revisada {formatCount(card.reviewCount)} {card.reviewCount === 1 ? "vez" : "veces"}
        </span>
        {card.lastReviewedAt && <span className="block">Último estudio {timeAgo(card.lastReviewedAt, now)}</span>}
      </p>
    </article>
  );
}
