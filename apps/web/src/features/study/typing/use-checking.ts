import { renderAnswers } from "@repasa/answers/card-answers.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFirstReadingEnded } from "#features/study/flipping/components/study-card.tsx";
import { type FolderAnswer, listOtherAnswers, loadOtherAnswers } from "#features/study/study.other-answers.ts";
import type { Choice, StudyCard, TypedAnswer } from "#features/study/study.state.ts";
import { checkAnswer } from "#features/study/typing/typing.judging.ts";

type Checking = {
  folder: Folder | undefined;
  /** The ratings that the card can get. */
  choices: readonly Choice[];
  /** The cards of the session, which count as the folder until all of its cards are loaded. */
  deck: readonly StudyCard[];
};

/** Makes a slip, which is judged by all rules. */
const loseLetter = (answer: string) => answer.slice(0, -1);

/** Judges typed answers. Loads the other answers of the folder when the student begins to type or has read the first question. */
export function useChecking({ folder, choices, deck }: Checking) {
  const isRead = useFirstReadingEnded();
  const answers = useRef(new Map<number, FolderAnswer[]>());
  const listAsked = (folderId: number) => listOtherAnswers(deck.filter((other) => other.folderId === folderId));
  const prepare = useEffectEvent(async () => {
    if (!folder || answers.current.has(folder.id)) return;
    answers.current.set(folder.id, listAsked(folder.id));
    answers.current.set(folder.id, await loadOtherAnswers(folder.id));
  });
  const rules = { strictAccents: folder?.strictAccents, language: folder?.language, choices };
  const warmUp = useEffectEvent(() => {
    const [card] = deck;
    if (card) checkAnswer(card, renderAnswers(card).map(loseLetter), { ...rules, others: [] });
  });
  // Without the folder's cards, those of the session count.
  const tryToPrepare = () => void prepare().catch(() => {});
  const folderId = folder?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each folder has other answers
  useEffect(() => {
    if (!isRead) return;
    tryToPrepare();
    // The first judgement compiles its regular expressions, so that it takes ten times as long as the next one.
    warmUp();
  }, [isRead, folderId]);

  const judge = (card: StudyCard, typed: readonly string[]): TypedAnswer => {
    const others = (folder && answers.current.get(folder.id)) ?? listAsked(card.folderId);
    return checkAnswer(card, typed, { ...rules, others });
  };
  return { judge, beginToType: tryToPrepare };
}
