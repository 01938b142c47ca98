import type { Card } from "@repasa/contract/cards.ts";
import type { MouseEvent, ReactNode } from "react";
import { dueLabel } from "#features/cards/cards.due.ts";
import { markPlace, type Trail } from "#features/cards/cards.trail.ts";
import { MarkedLine } from "#features/cards/components/marked-text.tsx";
import { difficultyOf } from "#lib/difficulty.ts";
import { localDateOf } from "#lib/local-date.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { Link } from "#ui/link.tsx";

type CardRowProps = {
  card: Card;
  /** What was searched for, as plain text. */
  terms: readonly string[];
  trail: Trail;
  onOpen?: (() => void) | undefined;
  /** More about the card, in small type. */
  children: ReactNode;
  actions?: ReactNode;
};

/** A card in a list: question and answer in a line each. All of it but the actions is a link to the card. */
export function CardRow({ card, terms, trail, onOpen, children, actions }: CardRowProps) {
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onOpen?.();
    const row = currentTarget.closest("[role=listitem]") ?? currentTarget;
    markPlace(card.id, row.getBoundingClientRect().top);
  };
  return (
    <article className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 transition-colors duration-100 hover:bg-sunken/60 md:grid-cols-[auto_minmax(0,1fr)_13rem_auto]">
      <DifficultyDot difficulty={difficultyOf(card.difficulty)} className="mt-1.5 self-start" />
      <div className={cx("min-w-0", "max-md:col-span-2")}>
        <p dir="auto" className="truncate font-semibold text-input">
          <Link
            href={paths.card(card.id)}
            state={{ trail }}
            onClick={open}
            className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-brand focus-visible:after:-outline-offset-2"
          >
            <MarkedLine text={card.front} terms={terms} />
          </Link>
        </p>
        <p dir="auto" className="truncate text-ink-soft">
          <MarkedLine text={card.back} terms={terms} />
        </p>
      </div>
      <div className={cx("min-w-0 text-ink-soft text-xs max-md:col-start-2", !actions && "max-md:col-span-2")}>
        {children}
      </div>
      {actions && <div className="relative flex">{actions}</div>}
    </article>
  );
}

/** When the card is due; in bold while it is pending. */
export function DueText({ card, today }: { card: Card; today: string }) {
  const pending = card.nextReviewAt === null || localDateOf(card.nextReviewAt) <= today;
  return <span className={cx(pending && "font-semibold text-brand-ink")}>{dueLabel(card, today)}</span>;
}
