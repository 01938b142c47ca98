import type { ReactNode } from "react";
import { AnswerField, ListHelp } from "#features/study/typing/components/answer-field.tsx";
import type { Hints } from "#features/study/typing/use-hints.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

type Click = { detail: number };

type AnswerRowProps = {
  isList: boolean;
  /** The fields that have no place in the text. */
  fields: readonly number[];
  /** What was typed wrong, in the place of the field. */
  difference: ReactNode;
  /** Left out once the answer is checked. */
  hints: Hints | undefined;
  /** True if Enter takes the next hint. */
  isNextByEnter: boolean;
  isIntended: (click: Click) => boolean;
};

/** The fields below the card, `Pista` beside them, and what the hints have said: empty at first, to be announced when it comes. */
export function AnswerRow({ isList, fields, difference, hints, isNextByEnter, isIntended }: AnswerRowProps) {
  const hasFields = fields.length > 0;
  if (!hasFields && !hints) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      {hasFields && (
        <div className="flex min-w-40 flex-1 flex-col gap-2">
          {fields.map((index) => (
            <div key={index} className="grid *:col-start-1 *:row-start-1">
              <AnswerField index={index} />
              <div aria-live="polite" className="pointer-events-none self-center px-3.5 py-1.5">
                {difference}
              </div>
            </div>
          ))}
          {isList && hints && <ListHelp />}
        </div>
      )}
      {hints && !hints.isChoosing && (
        <Button
          variant="ghost"
          disabled={!hints.hasNext}
          onClick={(click) => isIntended(click) && hints.takeNext()}
          className="order-1"
        >
          Pista
          {isNextByEnter && <Kbd>↵</Kbd>}
        </Button>
      )}
      {hints && (
        <p
          aria-live="polite"
          className={cx(
            "wrap-anywhere min-w-0 font-semibold",
            hasFields ? "order-2 w-full" : "flex-1",
            hasFields && hints.text && "pt-1.5 pl-1",
          )}
        >
          {hints.text}
        </p>
      )}
    </div>
  );
}

type CheckBarProps = {
  isEmpty: boolean;
  /** True if Enter takes the next hint. */
  isNextByEnter: boolean;
  onCheck: (click: Click) => void;
  onTurnOver: (click: Click) => void;
};

export function CheckBar({ isEmpty, isNextByEnter, onCheck, onTurnOver }: CheckBarProps) {
  return (
    <div className="flex gap-2">
      <Button variant="ghost" onClick={onTurnOver}>
        Darle la vuelta
      </Button>
      <Button variant={isEmpty ? "outline" : "primary"} className="flex-1" onClick={onCheck}>
        {!isEmpty ? "Comprobar" : isNextByEnter ? "No lo sé" : "No la recordé"}
        {!isNextByEnter && <Kbd>↵</Kbd>}
      </Button>
    </div>
  );
}
