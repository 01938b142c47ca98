import { giveLetters } from "@repasa/answers/hints.ts";
import { readList } from "@repasa/answers/lists.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useToday } from "#features/preferences/use-today.ts";
import { OPTIONS_STEP, type StudyCard } from "#features/study/study.state.ts";
import type { FoundOptions, HintOptions } from "#features/study/typing/components/hint-options.tsx";

const loadHintOptions = () => import("#features/study/typing/components/hint-options.tsx");

type Asking = {
  card: StudyCard;
  /** Changes with each question, even if the same card is asked twice in a row. */
  turn: string;
  folder: Folder | undefined;
  /** The texts that the card asks for, one for each field. */
  answers: readonly string[];
  /** The field that has the focus, or had it last. */
  focused: number;
  /** The steps that were taken. */
  steps: number;
  onHint: (step: number) => void;
};

type Choosing = { found: FoundOptions; HintOptions: typeof HintOptions };

export type Hints = {
  /** What the steps have given away, in words; empty before the first. */
  text: string;
  /** True if a step is left. */
  hasNext: boolean;
  takeNext: () => void;
  /** True once options are asked for in place of the field. */
  isChoosing: boolean;
  /** The options, undefined as long as they are not loaded. */
  choosing: Choosing | undefined;
};

/** The steps of `Pista`: the first letter, half of the letters, and options. One that would give nothing new is left out. */
export function useHints({ card, turn, folder, answers, focused, steps, onHint }: Asking): Hints {
  const day = useToday();
  const { first, half } = giveLetters(answers[focused] ?? "", folder?.language);
  const key = `${turn} ${answers[0]}`;
  const canChoose = folder !== undefined && answers.length === 1 && readList(answers[0] ?? "") === null;
  const [searched, setSearched] = useState<{ key: string; choosing: Choosing | null }>();
  const [awaited, setAwaited] = useState<string>();
  const choosing = canChoose ? (searched?.key === key ? searched.choosing : undefined) : null;

  const search = useEffectEvent(async () => {
    const { HintOptions, findHintOptions } = await loadHintOptions();
    const found = folder ? await findHintOptions(card, folder, day) : null;
    setSearched({ key, choosing: found && { found, HintOptions } });
  });
  const wanted = canChoose && steps > 0 && choosing === undefined;
  useEffect(() => {
    // Without them, the letters are all that can be given.
    if (wanted) search().catch(() => setSearched({ key, choosing: null }));
  }, [wanted, key]);
  const takeOptions = useEffectEvent(() => onHint(OPTIONS_STEP));
  useEffect(() => {
    if (awaited === key && choosing) takeOptions();
  }, [awaited, key, choosing]);

  const hasHalf = steps === 1 && half !== first;
  const takeNext = () => {
    if (steps === 0) onHint(1);
    else if (hasHalf) onHint(2);
    else setAwaited(key);
  };
  const isChoosing = steps === OPTIONS_STEP && choosing !== null;
  return {
    text: isChoosing ? "Elige una de las cuatro respuestas" : describeLetters(steps === 1 ? first : half, steps),
    hasNext: steps === 0 || hasHalf || (steps < OPTIONS_STEP && choosing !== null),
    takeNext,
    isChoosing,
    choosing: isChoosing ? choosing : undefined,
  };
}

function describeLetters(letters: string, steps: number): string {
  return steps === 0 ? "" : `Empieza por «${letters}»`;
}
