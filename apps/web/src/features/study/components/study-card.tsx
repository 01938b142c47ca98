import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { StudyCard as Card } from "#features/study/study.session.ts";
import { cx } from "#ui/cx.ts";

type StudyCardProps = { card: Card; revealed: boolean };

export function StudyCard({ card, revealed }: StudyCardProps) {
  const shown = `${card.id} ${revealed}`;
  const frame = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const { overflows, more, measure } = useOverflow(scroller, shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is shown
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const hidden = answer.current ? answer.current.offsetTop + answer.current.offsetHeight - box.clientHeight : 0;
    // A long question must not hide the answer below it.
    box.scrollTop = answer.current && hidden > 0 ? answer.current.offsetTop - 24 : 0;
    measure();
    takeFocus(box.scrollHeight > box.clientHeight ? box : frame.current);
  }, [shown]);

  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={revealed ? "Respuesta" : "Pregunta"}
      className={cx("surface-card relative flex min-h-0 flex-1 flex-col", more && "fades-out")}
    >
      <div ref={scroller} tabIndex={overflows ? 0 : undefined} onScroll={measure} className="study-scroller">
        <div
          key={shown}
          className={cx("m-auto w-full px-5 py-6 md:px-10 md:py-8", revealed ? "card-flip" : "card-next")}
        >
          {revealed ? (
            <>
              <p className={cx(textLook, "text-ink-soft text-lg", alignmentOf(card.front))} dir="auto">
                {card.front}
              </p>
              <hr className="mx-auto my-5 w-16 border-line-strong/50" />
              <div ref={answer}>
                <CardText text={card.back} />
              </div>
            </>
          ) : (
            <CardText text={card.front} />
          )}
        </div>
      </div>
    </section>
  );
}

const textLook = "whitespace-pre-wrap wrap-anywhere text-pretty";

function CardText({ text }: { text: string }) {
  return (
    <p dir="auto" className={cx(textLook, "font-medium", sizeOf(text), alignmentOf(text))}>
      {text}
    </p>
  );
}

function sizeOf({ length }: string): string {
  if (length <= 48) return "text-[1.75rem]/[2.25rem] md:text-[2rem]/[2.625rem]";
  if (length <= 120) return "text-[1.625rem]/[2.125rem] md:text-[1.75rem]/[2.375rem]";
  return length <= 280 ? "text-[1.5rem]/[2.125rem]" : "text-[1.375rem]/[2rem]";
}

function alignmentOf(text: string): string {
  return text.length > 160 || text.split("\n").length > 2 ? "mx-auto w-fit text-start" : "text-center";
}

/** Screen readers then read the card out. An open dialog keeps the focus. */
function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.closest("[role=dialog], [role=alertdialog]")) return;
  element?.focus({ preventScroll: true });
}

function useOverflow(box: RefObject<HTMLElement | null>, shown: string) {
  const [overflow, setOverflow] = useState({ overflows: false, more: false });
  const measure = () => {
    const element = box.current;
    if (!element) return;
    const hidden = element.scrollHeight - element.clientHeight;
    const next = { overflows: hidden > 1, more: hidden - element.scrollTop > 8 };
    setOverflow((last) => (last.overflows === next.overflows && last.more === next.more ? last : next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is shown
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  return { ...overflow, measure };
}
