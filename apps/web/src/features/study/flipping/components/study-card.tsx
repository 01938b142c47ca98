import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { type CardSide, getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";
import type { StudyCard as Card } from "#features/study/study.state.ts";
import { CARD_TEXT, useFirstDescription } from "#features/study/use-first-description.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { cx } from "#ui/cx.ts";

type Click = { detail: number };

type StudyCardProps = {
  card: Card;
  /** The language of the cards of the folder; null for that of the page. */
  language: string | null;
  revealed: boolean;
  /** False if something else gets the focus when another side is shown. */
  focuses?: boolean;
  /** The answer, if it is not drawn as the card has it. */
  answer?: ReactNode;
  /** Called for a tap anywhere on the question. */
  onTap: (click: Click) => void;
  /** Shown below the answer. */
  children: ReactNode;
};

/**
 * A card. Screen readers announce each question and each answer once: the first one as the description of the element that takes
 * the focus, all others as a live region, because the focus does not change while a student studies by keys.
 */
export function StudyCard({ card, language, revealed, focuses = true, answer, onTap, children }: StudyCardProps) {
  const shown = `${card.id} ${revealed}`;
  const firstDescription = useFirstDescription(shown);
  const frame = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { overflows, more, measure } = useOverflow(frame, scroller, shown);
  const tap = useStillTap(onTap);
  const PinnedQuestion = useLateComponent(useFirstReadingEnded() || revealed, loadPinnedQuestion, card.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is shown
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = 0;
    measure();
    if (focuses) takeFocus(box.scrollHeight > box.clientHeight ? box : frame.current);
  }, [shown]);

  return (
    <section
      ref={frame}
      tabIndex={-1}
      data-card
      aria-label={revealed ? "Respuesta" : "Pregunta"}
      aria-describedby={focuses ? firstDescription : undefined}
      className={cx(
        "surface-card relative flex min-h-0 min-w-0 flex-1 flex-col",
        !revealed && "cursor-pointer",
        more && "fades-out",
      )}
      {...(!revealed && tap)}
    >
      {/* The answer of a card with a gap contains its question. */}
      {revealed && PinnedQuestion && parseGapVariant(card.variant) === null && (
        <PinnedQuestion
          key={card.id}
          side={getQuestion(card)}
          language={language}
          alignment={chooseAlignment(card.front)}
          scroller={scroller}
        />
      )}
      <div
        ref={scroller}
        aria-live="polite"
        lang={language ?? undefined}
        tabIndex={overflows ? 0 : undefined}
        onScroll={measure}
        className="study-scroller"
      >
        <div
          key={shown}
          id={CARD_TEXT}
          className={cx("m-auto w-full px-5 py-6 short:py-2 md:px-10 flat:py-3", revealed ? "card-flip" : "card-next")}
        >
          {(revealed && answer) || <StudySide side={revealed ? getAnswer(card) : getQuestion(card)} />}
          {revealed && getExtraText(card) !== "" && (
            <div className="mt-5 border-line border-t pt-4 text-ink-soft">
              <StudySide side={{ text: getExtraText(card), format: card.format }} small />
            </div>
          )}
        </div>
      </div>
      {/* Takes up its height before its content is loaded, so that the answer does not move. */}
      {revealed && <div className="flex h-[44px] shrink-0 justify-center short:h-auto">{children}</div>}
    </section>
  );
}

const loadPinnedQuestion = async () =>
  (await import("#features/study/flipping/components/pinned-question.tsx")).PinnedQuestion;

/** Nobody reveals a first answer sooner. Until then nothing but the question is loaded. */
const FIRST_READING_MS = 1200;

export function useFirstReadingEnded(): boolean {
  const [read, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setRead, FIRST_READING_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return read;
}

function chooseAlignment(text: string): string {
  return text.length > 160 || text.split("\n").length > 2 ? "mx-auto w-fit max-w-full text-start" : "text-center";
}

type StudySideProps = { side: CardSide; small?: boolean; draw?: ((text: string) => ReactNode) | undefined };

export function StudySide({ side, small = false, draw }: StudySideProps) {
  const { text, format } = side;
  const Text = format === "plain" ? "p" : "div";
  return (
    <Text
      dir="auto"
      className={cx(
        "wrap-anywhere whitespace-pre-wrap text-pretty",
        text.length <= SMALLER_FROM && "font-medium",
        small ? "text-lg" : chooseTextSize(text),
        chooseAlignment(text),
      )}
    >
      <SideText side={side} draw={draw} />
    </Text>
  );
}

const SMALLER_FROM = 400;

/** Up to this length a large text has one line on phones. */
const ONE_LINE = 22;

function chooseTextSize({ length }: string): string {
  if (length <= 48)
    return cx("text-[1.75rem]/[2.25rem] md:text-[2rem]/[2.625rem]", length > ONE_LINE && "short:text-xl/7");
  if (length <= 120) return "text-[1.625rem]/[2.125rem] short:text-xl/7 md:text-[1.75rem]/[2.375rem]";
  if (length <= 280) return "text-[1.5rem]/[2.125rem] short:text-lg/6";
  return length <= SMALLER_FROM ? "text-[1.375rem]/[2rem]" : "text-[1.125rem]/[1.75rem]";
}

/** Moves the focus to the card, so that screen readers read it out, unless a dialog is open. */
function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.closest("[role=dialog], [role=alertdialog]")) return;
  element?.focus({ preventScroll: true });
}

/** A press that moves farther than this is a drag that selects or scrolls text. */
const STILL_PX = 10;

/** Returns whether the target is in a link or a player of the card's text, which handle a tap themselves. */
function isPressable(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, audio") !== null;
}

function useStillTap(onTap: (click: Click) => void) {
  const start = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ clientX, clientY }: MouseEvent) => {
      start.current = { x: clientX, y: clientY };
    },
    onClick: (event: MouseEvent) => {
      const moved = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y);
      if (isPressable(event.target)) return;
      if (moved <= STILL_PX && window.getSelection()?.isCollapsed !== false) onTap(event);
    },
  };
}

function useOverflow(frame: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>, shown: string) {
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
    const observer = new ResizeObserver(measure);
    for (const { current } of [frame, box]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [shown]);
  return { ...overflow, measure };
}
