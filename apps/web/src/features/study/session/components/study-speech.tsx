import { SpeakButton } from "#features/cards/text/components/speak-button.tsx";
import { formatLine } from "#features/cards/text/text.lines.ts";
import { getAnswer, getQuestion } from "#features/cards/text/text.sides.ts";
import type { StudyCard } from "#features/study/study.state.ts";

type StudySpeechProps = { card: StudyCard; answer: boolean; shortcuts: boolean };

export function StudySpeech({ card, answer, shortcuts }: StudySpeechProps) {
  const text = formatLine(answer ? getAnswer(card) : getQuestion(card));
  return <SpeakButton text={text} folderId={card.folderId} shortcuts={shortcuts} follows className="size-[44px]" />;
}
