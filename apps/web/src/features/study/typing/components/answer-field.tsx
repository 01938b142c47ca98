import { createContext, type KeyboardEvent, useContext, useLayoutEffect } from "react";

export type AnswerElement = HTMLInputElement | HTMLTextAreaElement;

export type FieldSettings = {
  /** The language of the answer; null for the device's. */
  language: string | null;
  /** The typed texts, once they are checked. The field remains, so that the phone's keyboard does, and accepts no more text. */
  checked: readonly string[] | null;
  count: number;
  /** True if the answer is a list, whose field grows with its lines. */
  isList: boolean;
  /** What describes the field that gets the focus. */
  firstDescription: string | undefined;
  onKeyDown: (event: KeyboardEvent<AnswerElement>) => void;
  onInput: () => void;
  onFocus: (index: number) => void;
  /** Called when a field has been placed in the text of its card, or removed from it. */
  onPlaced: (index: number, isPlaced: boolean) => void;
};

/** The settings of all fields of a question. */
export const Fields = createContext<FieldSettings | null>(null);

/** The id of the line that says how the items of a list are parted. */
const LIST_HELP = "lista";

/** How the items of a list are parted; a phone's keyboard has no Shift+Enter. */
export function ListHelp() {
  return (
    <p id={LIST_HELP} className="text-ink-soft text-sm">
      Es una lista: separa con comas<span className="pointer-coarse:hidden"> o con Mayús + Enter</span>
    </p>
  );
}

type AnswerFieldProps = { index: number; hint?: string | undefined; inline?: boolean };

/**
 * A field for an answer, or for one of several gaps. React does not control its text, so that it never fights a keyboard, and a
 * phone neither capitalises nor corrects nor suggests the answer.
 */
export function AnswerField({ index, hint, inline = false }: AnswerFieldProps) {
  const fields = useContext(Fields);
  if (!fields) return null;
  const { language, checked, count, isList, firstDescription, onKeyDown, onInput, onFocus } = fields;
  const Element = isList ? "textarea" : "input";
  return (
    <Element
      data-answer={index}
      // Where browsers do not let it grow, it begins with its most lines. After the check the difference decides.
      rows={isList ? (checked ? 1 : 3) : undefined}
      lang={language ?? undefined}
      aria-label={count > 1 ? `Hueco ${index + 1} de ${count}` : "Tu respuesta"}
      aria-describedby={
        index === 0 ? [firstDescription, isList ? LIST_HELP : ""].join(" ").trim() || undefined : undefined
      }
      // What is typed into the text of a card is no news.
      aria-live={inline ? "off" : undefined}
      aria-readonly={checked ? true : undefined}
      placeholder={count > 1 ? hint : (hint ?? "Escribe la respuesta")}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      onKeyDown={onKeyDown}
      onFocus={() => onFocus(index)}
      onInput={(event) => {
        if (checked) event.currentTarget.value = checked[index] ?? "";
        else onInput();
      }}
      data-inline={inline ? "" : undefined}
      className="answer-field"
    />
  );
}

/** A field in the place of a gap. Its placeholder is the hint of the gap. */
export function GapField({ gap, label }: { gap: number; label: string }) {
  const onPlaced = useContext(Fields)?.onPlaced;
  useLayoutEffect(() => {
    onPlaced?.(gap, true);
    return () => onPlaced?.(gap, false);
  }, [gap, onPlaced]);
  return <AnswerField index={gap} hint={label === "[...]" ? undefined : label.slice(1, -1)} inline />;
}

export function listFields(screen: HTMLElement | null): AnswerElement[] {
  const fields = [...(screen?.querySelectorAll<AnswerElement>("[data-answer]") ?? [])];
  return fields.sort((one, other) => Number(one.dataset.answer) - Number(other.dataset.answer));
}
