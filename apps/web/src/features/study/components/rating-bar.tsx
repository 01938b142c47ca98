import type { ReactNode } from "react";
import { choiceKeys } from "#features/study/study.keys.ts";
import type { Choice, StudyCard } from "#features/study/study.session.ts";
import { choiceLabels, intervalText } from "#features/study/study.wording.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { Kbd } from "#ui/kbd.tsx";

const choices = ["easy", "medium", "hard"] as const;

const looks: Record<(typeof choices)[number], string> = {
  easy: "border-easy-mark/35 bg-easy-soft text-easy hover:border-easy-mark",
  medium: "border-medium-mark/35 bg-medium-soft text-medium hover:border-medium-mark",
  hard: "border-hard-mark/35 bg-hard-soft text-hard hover:border-hard-mark",
};

type Click = { detail: number };

/** One height for both bars, so that the card does not move when one replaces the other. */
function Bar({ children }: { children: ReactNode }) {
  return <div className="flex h-34 shrink-0 flex-col justify-center gap-1.5 pt-3">{children}</div>;
}

export function RevealBar({ shortcuts, onReveal }: { shortcuts: boolean; onReveal: (click: Click) => void }) {
  return (
    <Bar>
      <Button size="lg" full aria-keyshortcuts={shortcuts ? "Space Enter" : undefined} onClick={onReveal}>
        Mostrar Respuesta
        {shortcuts && <Kbd>Espacio</Kbd>}
      </Button>
    </Bar>
  );
}

type RatingBarProps = {
  intervals: StudyCard["nextIntervals"];
  shortcuts: boolean;
  onRate: (choice: Choice, click: Click) => void;
};

export function RatingBar({ intervals, shortcuts, onRate }: RatingBarProps) {
  return (
    <Bar>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
      <div role="group" aria-label="¿Qué tal la recordaste?" className="grid grid-cols-3 gap-2">
        {choices.map((choice) => {
          const interval = intervals && intervalText(intervals[choice]);
          const label = choiceLabels[choice];
          return (
            <button
              key={choice}
              type="button"
              aria-label={interval ? `${label}, próxima revisión en ${interval}` : label}
              aria-keyshortcuts={shortcuts ? choiceKeys[choice] : undefined}
              onClick={(event) => onRate(choice, event)}
              className={cx(
                "relative flex h-18 select-none flex-col items-center justify-center rounded-control border px-1 font-semibold",
                "transition-[border-color,scale] duration-100 active:scale-[0.985]",
                looks[choice],
              )}
            >
              <span className="inline-flex items-center gap-1.5 text-input">
                <DifficultyDot difficulty={choice} decorative />
                {label}
              </span>
              <span className="tabular min-h-5 font-medium text-sm">{interval}</span>
              {shortcuts && <Kbd className="absolute top-1.5 right-1.5">{choiceKeys[choice]}</Kbd>}
            </button>
          );
        })}
      </div>
      <Button
        variant="ghost"
        full
        aria-keyshortcuts={shortcuts ? `${choiceKeys.forgotten} N` : undefined}
        onClick={(event) => onRate("forgotten", event)}
        className="text-ink-soft hover:bg-sunken hover:text-ink"
      >
        {choiceLabels.forgotten}
        {shortcuts && <Kbd>{choiceKeys.forgotten}</Kbd>}
      </Button>
    </Bar>
  );
}
