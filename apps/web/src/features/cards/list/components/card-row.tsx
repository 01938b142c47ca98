import type { Card } from "@repasa/contract/cards.ts";
import { CirclePause } from "lucide-react";
import { type MouseEvent, type ReactNode, useId } from "react";
import { flushSync } from "react-dom";
import { formatDue } from "#features/cards/cards.due.ts";
import { markPlace, type Trail } from "#features/cards/cards.trail.ts";
import { MarkedLine, MarkedSide } from "#features/cards/text/components/marked-text.tsx";
import { formatAnswerLine, formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { getAnswer, getQuestion } from "#features/cards/text/text.sides.ts";
import { parseDifficulty } from "#lib/difficulty.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { Link } from "#ui/link.tsx";

export type CardRowProps = {
  card: Card;
  /** The words of the search, as plain text. */
  terms: readonly string[];
  trail: Trail;
  onOpen?: (() => void) | undefined;
};

type CompactRowProps = CardRowProps & {
  /** Further details of the card, in small type: a line below the answer, or beside it on wide screens. */
  children: ReactNode;
  /** Buttons that a mouse or the keyboard reveals. On a touch screen they are on the card's own page. */
  actions?: ReactNode;
};

/** A card in a list: question and answer in one line each. The row, except its actions, links to the card. */
export function CardRow({ children, actions, ...row }: CompactRowProps) {
  const { card, terms } = row;
  return (
    <article className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-2 transition-colors duration-100 hover:bg-sunken lg:grid-cols-[auto_minmax(0,1fr)_24rem]">
      <DifficultyDot difficulty={parseDifficulty(card.difficulty)} className="mt-1.5 self-start" />
      <div className={cx("min-w-0", card.suspended && "opacity-60")}>
        <p dir="auto" className="truncate font-semibold text-input">
          <CardLink {...row}>
            <MarkedLine text={formatQuestionLine(card)} terms={terms} />
          </CardLink>
        </p>
        <p dir="auto" className="truncate text-ink-soft">
          <MarkedLine text={formatAnswerLine(card)} terms={terms} />
        </p>
      </div>
      <div className="@container min-w-0 text-ink-soft text-xs max-lg:col-start-2">{children}</div>
      {actions && (
        <div
          data-actions=""
          className={
            "absolute inset-y-0 right-0 flex items-center bg-[linear-gradient(to_right,transparent,var(--sunken)_2.5rem)] pr-2 pl-10 " +
            "opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden"
          }
        >
          {actions}
        </div>
      )}
    </article>
  );
}

type ReadingRowProps = CardRowProps & { covered: boolean; onUncover: () => void };

/** A card in a list for reading: the whole question and answer. A tap reveals a covered answer. */
export function ReadingRow({ covered, onUncover, ...row }: ReadingRowProps) {
  const { card, terms } = row;
  const question = useId();
  const Text = card.format === "plain" ? "p" : "div";
  const text = "whitespace-pre-wrap wrap-anywhere lets-taps-through";
  // The button disappears, so the answer takes the focus.
  const uncover = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const article = currentTarget.closest("article");
    flushSync(onUncover);
    article?.querySelector<HTMLElement>("[data-answer]")?.focus({ preventScroll: true });
  };
  return (
    <article className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-2.5 transition-colors duration-100 hover:bg-sunken/60">
      <DifficultyDot difficulty={parseDifficulty(card.difficulty)} className="mt-1.5" />
      <div className={cx("min-w-0", card.suspended && "opacity-60")}>
        <Text id={question} dir="auto" className={cx(text, "font-semibold text-input")}>
          {card.format === "plain" ? (
            <CardLink {...row}>
              <MarkedSide side={getQuestion(card)} terms={terms} still />
            </CardLink>
          ) : (
            <>
              <CardLink {...row} />
              <MarkedSide side={getQuestion(card)} terms={terms} still />
            </>
          )}
        </Text>
        {covered ? (
          <button
            type="button"
            aria-describedby={question}
            onClick={uncover}
            className="relative mt-1 flex min-h-11 w-full items-center rounded-control bg-sunken px-3 font-semibold text-brand-ink text-sm"
          >
            Ver respuesta
          </button>
        ) : (
          <Text dir="auto" tabIndex={-1} data-answer="" className={cx(text, "text-ink-soft")}>
            <MarkedSide side={getAnswer(card)} terms={terms} still />
          </Text>
        )}
      </div>
    </article>
  );
}

/**
 * A link that covers the row. Without children it lies below a rendered text, whose boxes that scroll stay operable.
 */
function CardLink({ card, trail, onOpen, children }: CardRowProps & { children?: ReactNode }) {
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onOpen?.();
    const row = currentTarget.closest("[role=listitem]") ?? currentTarget;
    markPlace(card.id, row.getBoundingClientRect().top);
  };
  return (
    <Link
      href={paths.card(card.id)}
      state={{ trail }}
      onClick={open}
      // Rendered formulas and images give the link no accessible name.
      aria-label={card.format === "markdown" ? formatQuestionLine(card) : undefined}
      className={
        children
          ? "outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-brand focus-visible:after:-outline-offset-2"
          : "-outline-offset-2 absolute inset-0 rounded-control"
      }
    >
      {children}
    </Link>
  );
}

/** Shows when the card is due, in bold while it is pending. */
export function DueText({ card, today }: { card: Card; today: string }) {
  if (card.suspended) {
    return (
      <span className="inline-flex items-center gap-1">
        <CirclePause aria-hidden className="size-3.5" />
        Suspendida
      </span>
    );
  }
  const pending = card.nextReviewDate === null || card.nextReviewDate <= today;
  return <span className={cx(pending && "font-semibold text-brand-ink")}>{formatDue(card, today)}</span>;
}
