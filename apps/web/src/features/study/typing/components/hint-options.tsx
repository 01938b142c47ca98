import { renderAnswers } from "@repasa/answers/card-answers.ts";
import type { Options } from "@repasa/answers/distractors.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect, useRef } from "react";
import {
  checkChoice,
  findOptionDeck,
  type OptionDeck,
  prepareOptions,
} from "#features/study/choosing/choosing.options.ts";
import { OptionList, UnknownOption } from "#features/study/choosing/components/option-list.tsx";
import type { StudyCard, TypedAnswer } from "#features/study/study.state.ts";

export type FoundOptions = { options: Options; deck: OptionDeck };

/** Finds the options of a card; null if there are too few good ones, or if they are those of an earlier text of the card. */
export async function findHintOptions(
  card: StudyCard,
  folder: Pick<Folder, "id" | "language">,
  day: string,
): Promise<FoundOptions | null> {
  await prepareOptions(folder, day);
  const deck = findOptionDeck(folder.id);
  const options = deck?.find(card.id);
  return deck && options && options.options[options.right] === renderAnswers(card)[0] ? { options, deck } : null;
}

/** Judges an option that was chosen as the last hint, null for none. The card counts as forgotten, whichever it was. */
function checkOption(options: Options, chosen: string | null, deck: OptionDeck): TypedAnswer {
  const { preselected, belongsTo, confusedWith } = checkChoice(options, chosen, deck);
  const verdict = preselected === "medium" ? "right" : "wrong";
  return {
    mode: "type",
    preselected: "forgotten",
    typed: [chosen ?? ""],
    verdict,
    gaps: [{ verdict, nearest: options.options[options.right] ?? "", accent: null }],
    belongsTo,
    confusedWith,
    isChosen: true,
  };
}

type HintOptionsProps = {
  found: FoundOptions;
  language: string | null;
  shortcuts: boolean;
  isIntended: (click: { detail: number }) => boolean;
  onReveal: (checked: TypedAnswer) => void;
};

/** The options that the last hint shows in place of the field. They take its focus. */
export function HintOptions({ found, language, shortcuts, isIntended, onReveal }: HintOptionsProps) {
  const { options, deck } = found;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const choose = (option: string | null) => onReveal(checkOption(options, option, deck));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div ref={frame} role="group" aria-label="Respuestas" tabIndex={-1} className="flex flex-col gap-2 outline-none">
      <OptionList
        options={options}
        language={language}
        chosen={undefined}
        shortcuts={shortcuts}
        isIntended={isIntended}
        onChoose={choose}
      />
      <div>
        <UnknownOption onPress={(click) => isIntended(click) && choose(null)} />
      </div>
    </div>
  );
}
