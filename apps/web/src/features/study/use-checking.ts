import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFirstReadingEnded } from "#features/study/components/study-card.tsx";
import type { OtherAnswer } from "#features/study/study.other-answers.ts";
import type { StudyCard, TypedAnswer } from "#features/study/study.session.ts";

async function importParts() {
  const [judging, verdict, others] = await Promise.all([
    import("#features/study/study.judging.ts"),
    import("#features/study/components/typed-verdict.tsx"),
    import("#features/study/study.other-answers.ts"),
  ]);
  return { ...judging, ...verdict, ...others };
}

let loaded: Awaited<ReturnType<typeof importParts>> | undefined;

async function loadParts() {
  loaded = await importParts();
  return loaded;
}

type Checking = {
  folder: Folder | undefined;
  /** The cards of the session, which count as the folder until all of its cards are loaded. */
  deck: readonly StudyCard[];
  /** True if a verdict is shown, as after a reload. */
  isChecked: boolean;
};

/**
 * Loads what judges a typed answer, when the student begins to type or has read the first question, and then the other answers of
 * the folder. `parts` is undefined as long as it is not loaded.
 */
export function useChecking({ folder, deck, isChecked }: Checking) {
  "use no memo";
  const [parts, setParts] = useState(loaded);
  const isRead = useFirstReadingEnded();
  const answers = useRef(new Map<number, OtherAnswer[]>());
  const prepare = useEffectEvent(async () => {
    const ready = loaded ?? (await loadParts());
    setParts(ready);
    if (!folder || answers.current.has(folder.id)) return;
    answers.current.set(folder.id, ready.listOtherAnswers(deck.filter(({ folderId }) => folderId === folder.id)));
    answers.current.set(folder.id, await ready.loadOtherAnswers(folder.id));
  });
  // Without it, the card can be turned over, and without the folder's cards, those of the session count.
  const tryToPrepare = () => void prepare().catch(() => {});
  const folderId = folder?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each folder has other answers
  useEffect(() => {
    if (isRead || isChecked) tryToPrepare();
  }, [isRead, isChecked, folderId]);

  /** Judges a typed answer. Returns undefined if what judges it cannot be loaded. */
  const judge = async (card: StudyCard, typed: readonly string[]): Promise<TypedAnswer | undefined> => {
    const ready = loaded ?? (await loadParts().catch(() => undefined));
    if (!ready) return undefined;
    setParts(ready);
    const known = folder && answers.current.get(folder.id);
    const others = known ?? ready.listOtherAnswers(deck.filter((other) => other.folderId === card.folderId));
    const { strictAccents, language } = folder ?? {};
    return ready.checkAnswer(card, typed, { others, strictAccents, language });
  };
  return { parts, judge, beginToType: tryToPrepare };
}
