import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type AnswerElement, type FieldSettings, listFields } from "#features/study/typing/components/answer-field.tsx";
import { useFirstDescription } from "#features/study/use-first-description.ts";

type Answering = {
  /** Called with the index of the field that gets the focus. */
  onFocus: (index: number) => void;
  /** Changes with each question, even if the same card is asked twice in a row. */
  turn: string;
  language: string | null;
  /** The number of answers that the card asks for. */
  count: number;
  isList: boolean;
  checked: readonly string[] | null;
  onInput: () => void;
  onCheck: (typed: string[]) => void;
  /** Called for Enter in an empty field, if it does not check. */
  onEmpty: (() => void) | undefined;
  /** Called for Enter once the answer is checked. */
  onConfirm: () => void;
};

const DIALOG = "[role=dialog], [role=alertdialog]";

/** The fields of a question: what is typed, where the focus is, and what Enter does. */
export function useAnswerFields(answering: Answering) {
  const { turn, language, count, isList, checked, onFocus, onInput, onCheck, onEmpty, onConfirm } = answering;
  const screen = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [placed, setPlaced] = useState<ReadonlySet<number>>(new Set());
  const [onPlaced] = useState(() => (index: number, isPlaced: boolean) => {
    setPlaced((before) =>
      isPlaced ? new Set([...before, index]) : new Set([...before].filter((one) => one !== index)),
    );
  });
  const firstDescription = useFirstDescription(`${turn} ${checked === null}`);
  const focus = () => listFields(screen.current)[0]?.focus({ preventScroll: true });
  const check = () => onCheck(listFields(screen.current).map(({ value }) => value));

  const pressEnter = (field: AnswerElement) => {
    if (checked) return onConfirm();
    if (onEmpty && field.value.trim() === "") return onEmpty();
    const fields = listFields(screen.current);
    const empty = fields.slice(fields.indexOf(field) + 1).find(({ value }) => value === "");
    // A student who fills one gap after the other has not finished.
    if (empty && field.value !== "") empty.focus();
    else check();
  };
  const settings: FieldSettings = {
    language,
    checked,
    count,
    isList,
    firstDescription,
    onPlaced,
    onFocus,
    onInput: () => {
      setEmpty(listFields(screen.current).every(({ value }) => value === ""));
      onInput();
    },
    onKeyDown: (event: KeyboardEvent<AnswerElement>) => {
      if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
      // It begins a line.
      if (isList && event.shiftKey && !checked) return;
      event.preventDefault();
      // An Enter that is held down neither checks nor rates.
      if (!event.repeat) pressEnter(event.currentTarget);
    },
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something else is asked or checked
  useLayoutEffect(() => {
    for (const [index, field] of listFields(screen.current).entries()) field.value = checked?.[index] ?? "";
    // While the verdict is shown nothing depends on it, and drawing it again would delay the verdict.
    if (!checked) setEmpty(true);
    if (!document.activeElement?.closest(DIALOG)) focus();
  }, [turn, checked === null, placed.size]);

  return { screen, settings, placed, isEmpty, check, focus };
}
