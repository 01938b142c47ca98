import type { Folder } from "@repasa/contract/folders.ts";
import type { ReactNode } from "react";
import { StudyTable } from "#features/study/components/study-frame.tsx";
import { RatingBar, RevealBar } from "#features/study/flipping/components/rating-bar.tsx";
import { StudyCard } from "#features/study/flipping/components/study-card.tsx";
import type { CheckedAnswer, Choice, StudyCard as SessionCard } from "#features/study/study.state.ts";

type Click = { detail: number };

/** A card that is asked, and then its answer. */
export type QuestionProps = {
  card: SessionCard;
  /** Changes with each question, even if the same card is asked twice in a row. */
  turn: string;
  revealed: boolean;
  /** The typed or chosen answer, once it is checked. */
  checked: CheckedAnswer | undefined;
  folder: Folder | undefined;
  /** The ratings that the card can get. */
  choices: readonly Choice[];
  /** The steps of `Pista` that were taken. */
  hints: number;
  /** True if the card is hardly known in a folder that adapts to it: then Enter in an empty field takes a hint. */
  isOnLadder: boolean;
  /** The cards of the session. */
  deck: readonly SessionCard[];
  shortcuts: boolean;
  isIntended: (click: Click) => boolean;
  /** Without an answer, the card is turned over. */
  onReveal: (checked?: CheckedAnswer) => void;
  /** Takes a step of `Pista`. */
  onHint: (step: number) => void;
  onRate: (choice: Choice) => void;
  /** Goes on from the verdict on a choice, which is rated. */
  onNext: () => void;
  /** Shown above the card. */
  heading: ReactNode;
  /** Shown below the answer. */
  children: ReactNode;
};

/** A card that is turned over and rated. */
export function FlippedTable(props: QuestionProps) {
  const { card, turn, revealed, shortcuts, isIntended, onReveal, onRate, heading, children } = props;
  const reveal = (click: Click) => isIntended(click) && onReveal();
  return (
    <StudyTable>
      <div className="flex min-h-51 min-w-0 flex-1 flex-col flat:min-h-0">
        {heading}
        <StudyCard card={card} language={props.folder?.language ?? null} revealed={revealed} onTap={reveal}>
          {children}
        </StudyCard>
      </div>
      {revealed ? (
        <RatingBar
          key={turn}
          choices={props.choices}
          intervals={card.nextIntervals}
          shortcuts={shortcuts}
          onRate={(choice, click) => isIntended(click) && onRate(choice)}
        />
      ) : (
        <RevealBar shortcuts={shortcuts} onReveal={reveal} />
      )}
    </StudyTable>
  );
}
