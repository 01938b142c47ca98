import { ChevronDown } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import type { CardSide } from "#features/cards/text/text.sides.ts";
import { cx } from "#ui/cx.ts";

type PinnedQuestionProps = {
  side: CardSide;
  language: string | null;
  alignment: string;
  /** The scrolling element below, whose only child is the answer. */
  scroller: RefObject<HTMLElement | null>;
};

/** Beside the phone's keyboard the answer needs the room. */
const countCollapsedLines = (question: HTMLElement) => (question.closest("[data-short]") ? 1 : 2);

/** Shows the question above the answer: whole if both fit, otherwise as one or two lines that a tap expands. */
export function PinnedQuestion({ side, language, alignment, scroller }: PinnedQuestionProps) {
  const pinned = useRef<HTMLDivElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const Text = side.format === "plain" ? "span" : "div";
  const [open, setOpen] = useState(false);
  const tooLong = useTooLong({ pinned, question, scroller });
  const id = useId();
  const collapsed = tooLong && !open;
  const content = (
    <Text
      ref={question}
      id={id}
      dir="auto"
      lang={language ?? undefined}
      data-collapsed={collapsed ? "" : undefined}
      className={cx("min-w-0 flex-1 lets-taps-through", collapsed ? fewLines : "block")}
    >
      {/* Remounted, because only the expanded text has boxes that scroll. */}
      <SideText key={String(collapsed)} side={side} still />
    </Text>
  );
  return (
    <div ref={pinned} className={cx("shrink-0 border-line border-b", tooLong && atMostHalf)}>
      {tooLong ? (
        <div className={cx(look, "relative flex min-h-11 items-start gap-2 text-start")}>
          {/* Below the text instead of around it, so that wide code and formulas can be scrolled. */}
          <button
            type="button"
            aria-expanded={open}
            aria-labelledby={id}
            onClick={() => setOpen(!open)}
            className="-outline-offset-2 absolute inset-0 rounded-t-card"
          />
          {content}
          <ChevronDown aria-hidden className={cx("pointer-events-none mt-0.5 size-5 shrink-0", open && "rotate-180")} />
        </div>
      ) : (
        <div className={cx(look, alignment)}>{content}</div>
      )}
    </div>
  );
}

const look =
  "wrap-anywhere w-full whitespace-pre-wrap text-pretty px-5 pt-4 pb-3 text-ink-soft text-lg short:pt-2 short:pb-2 md:px-10 flat:pt-2 flat:pb-2";

/** At most about half of the card. A percentage would have no effect, because the height of the card is not definite. */
const atMostHalf = "max-h-[30dvh] overflow-y-auto";

/**
 * Lines of formulas and other boxes are not clamped, but cut off. Code has no frame in the collapsed question, because that
 * would be cut off.
 */
const fewLines =
  "line-clamp-2 max-h-[2lh] short:line-clamp-1 short:max-h-[1lh] [&>code]:m-0 [&>code]:bg-transparent [&>code]:p-0 [&>code]:leading-[inherit]";

type Measured = Record<"pinned" | "question" | "scroller", RefObject<HTMLElement | null>>;

/** Returns whether question and answer do not fit together and the question has more lines than if it is collapsed. */
function useTooLong({ pinned, question, scroller }: Measured): boolean {
  const [tooLong, setTooLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs stay the same
  useLayoutEffect(() => {
    const measure = () => {
      const answer = scroller.current?.firstElementChild;
      if (!pinned.current || !question.current || !scroller.current || !answer) return;
      const { scrollHeight: whole, clientHeight: shown } = question.current;
      const wanted = pinned.current.scrollHeight - shown + whole + answer.scrollHeight;
      const room = pinned.current.offsetHeight + scroller.current.clientHeight;
      const lineHeight = Number.parseFloat(getComputedStyle(question.current).lineHeight);
      setTooLong(wanted > room + 1 && whole > countCollapsedLines(question.current) * lineHeight + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return tooLong;
}
