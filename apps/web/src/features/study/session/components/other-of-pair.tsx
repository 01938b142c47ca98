import { formatAnswerLine, formatQuestionLine } from "#features/cards/text/text.lines.ts";
import type { StudyCard } from "#features/study/study.state.ts";

/** The other card of two that are taken for each other, beside the answer of the one that was asked. */
export function OtherOfPair({ deck, card }: { deck: readonly StudyCard[]; card: StudyCard }) {
  const other = deck.find(({ id }) => id !== card.id);
  if (!other) return null;
  return (
    <p className="flex h-full min-w-0 items-center px-4 text-ink-soft text-sm short:pb-1">
      <span className="wrap-anywhere line-clamp-2">
        «{formatQuestionLine(other)}»: <span className="font-semibold text-ink">{formatAnswerLine(other)}</span>
      </span>
    </p>
  );
}
