import { formatLine } from "#features/cards/cards.lines.ts";
import { getAnswer, getQuestion } from "#features/cards/cards.sides.ts";
import { SpeakButton } from "#features/cards/components/speak-button.tsx";
import type { StudyCard } from "#features/study/study.session.ts";

type StudySpeechProps = { card: StudyCard; answer: boolean; shortcuts: boolean };

export function StudySpeech({ card, answer, shortcuts }: StudySpeechProps) {
  const text = formatLine(answer ? getAnswer(card) : getQuestion(card));
  return <SpeakButton text={text} folderId={card.folderId} shortcuts={shortcuts} follows className="size-[44px]" />;
}
