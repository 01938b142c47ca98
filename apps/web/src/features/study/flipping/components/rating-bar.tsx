import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { choiceKeys } from "#features/study/study.keys.ts";
import { type Choice, getOutcome, type StudyCard } from "#features/study/study.state.ts";
import { choiceLabels, formatInterval } from "#features/study/study.wording.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { Kbd } from "#ui/kbd.tsx";

const looks: Record<Choice, string> = {
  easy: "border-easy-mark/35 bg-easy-soft text-easy hover:border-easy-mark",
  medium: "border-medium-mark/35 bg-medium-soft text-medium hover:border-medium-mark",
  hard: "border-hard-mark/35 bg-hard-soft text-hard hover:border-hard-mark",
  forgotten: "border-forgotten-mark/35 bg-forgotten-soft text-forgotten hover:border-forgotten-mark",
};

type Click = { detail: number };

/** Gives both bars the same size, so that the card does not move when one replaces the other. */
function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-34 shrink-0 flex-col justify-center pt-3 short:min-h-0 short:pt-1 upright:@min-[36rem]:min-h-22 flat:min-h-0 flat:w-52 flat:pt-0">
      {children}
    </div>
  );
}

export function RevealBar({ shortcuts, onReveal }: { shortcuts: boolean; onReveal: (click: Click) => void }) {
  return (
    <Bar>
      <Button
        size="lg"
        full
        aria-keyshortcuts={shortcuts ? "Space Enter" : undefined}
        onClick={onReveal}
        className="flat:min-h-28"
      >
        Mostrar Respuesta
        {shortcuts && <Kbd>Espacio</Kbd>}
      </Button>
    </Bar>
  );
}

type RatingBarProps = {
  /** The ratings that the card can get. */
  choices: readonly Choice[];
  intervals: StudyCard["nextIntervals"];
  shortcuts: boolean;
  /** The rating that Enter gives. */
  preselected?: Choice | undefined;
  onRate: (choice: Choice, click: Click) => void;
};

export function RatingBar({ choices, ...button }: RatingBarProps) {
  return (
    <Bar>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
      <div
        role="group"
        data-choices
        aria-label="¿Qué tal la recordaste?"
        className={cx(
          "grid flex-1 auto-rows-fr gap-2 flat:grid-cols-1",
          choices.length > 1 && "grid-cols-2",
          choices.length > 2 && "upright:@min-[36rem]:grid-cols-4",
        )}
      >
        {choices.map((choice) => (
          <RatingButton key={choice} choice={choice} {...button} />
        ))}
      </div>
    </Bar>
  );
}

type RatingButtonProps = Omit<RatingBarProps, "choices"> & { choice: Choice };

function RatingButton({ choice, intervals, shortcuts, preselected, onRate }: RatingButtonProps) {
  const label = choiceLabels[choice];
  const keys = choiceKeys[choice];
  const { difficulty } = getOutcome(choice);
  return (
    <button
      type="button"
      data-choice={choice}
      title={shortcuts ? `${label} (${keys.join(", ")})` : undefined}
      aria-keyshortcuts={shortcuts ? keys.join(" ") : undefined}
      onClick={(event) => onRate(choice, event)}
      className={cx(
        "flex min-h-14 short:min-h-11 select-none flex-col items-center justify-center rounded-control border px-1 font-semibold leading-tight",
        "transition-[border-color,scale] duration-100 active:scale-[0.985]",
        looks[choice],
        preselected === choice && "ring-2 ring-current forced-colors:outline-2",
      )}
    >
      <span className="inline-flex items-center gap-1.5 text-input">
        {choice === "forgotten" ? (
          <RotateCcw aria-hidden strokeWidth={3} className="size-3 shrink-0 text-forgotten-mark" />
        ) : (
          <DifficultyDot difficulty={choice} decorative />
        )}
        <span>{label}</span>
        {preselected === choice && <span className="sr-only"> (propuesta)</span>}
      </span>{" "}
      <span className="tabular inline-flex min-h-5 items-center gap-2 font-medium text-sm">
        {intervals && (
          <span>
            <span className="sr-only">próxima revisión en </span>
            {formatInterval(intervals[difficulty])}
            {/* Small, so that it stays in the line on the narrowest phones, and the button gets no higher. */}
            {intervals.sameForExam && difficulty !== "hard" && (
              <>
                , <small className="text-xs">tu examen</small>
              </>
            )}
          </span>
        )}
        {shortcuts && <Kbd>{preselected === choice ? "↵" : keys[0]}</Kbd>}
      </span>
    </button>
  );
}
