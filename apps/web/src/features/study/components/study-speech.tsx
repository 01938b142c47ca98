import { lineOf } from "#features/cards/cards.lines.ts";
import { answerOf, questionOf } from "#features/cards/cards.sides.ts";
import { SpeakButton } from "#features/cards/components/speak-button.tsx";
import type { StudyCard } from "#features/study/study.session.ts";

type StudySpeechProps = { card: StudyCard; answer: boolean; shortcuts: boolean };

export function StudySpeech({ card, answer, shortcuts }: StudySpeechProps) {
  const text = lineOf(answer ? answerOf(card) : questionOf(card));
  return <SpeakButton text={text} folderId={card.folderId} shortcuts={shortcuts} follows className="size-[44px]" />;
}
