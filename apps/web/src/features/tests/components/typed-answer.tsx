import { MAX_TYPED_LENGTH } from "@repasa/contract/tests.forms.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { AnswerProps } from "#features/tests/tests.answering.ts";
import { asksSeveralGaps } from "#features/tests/tests.wording.ts";
import { cx } from "#ui/cx.ts";
import { Field, inputLook } from "#ui/field.tsx";

/** The answer is saved this long after the last letter, in milliseconds, and when the field is left. */
const SAVE_AFTER = 600;

const plainTyping = { autoCapitalize: "off", autoCorrect: "off", spellCheck: false, autoComplete: "off" } as const;

/** A field for the answer. Enter goes on; a text with several gaps has a line for each, and Ctrl Enter goes on. */
export function TypedAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const [text, setText] = useState(typeof given === "string" ? given : "");
  const saved = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = asksSeveralGaps(question);
  const save = (value: string) => {
    clearTimeout(timer.current);
    if (value === saved.current) return;
    saved.current = value;
    onAnswer(value.trim() === "" ? { skipped: true } : { text: value });
  };
  const latest = useRef({ save, text });
  latest.current = { save, text };
  // The last text is saved although the question is left at once.
  useEffect(() => () => latest.current.save(latest.current.text), []);
  const onChange = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save(value), SAVE_AFTER);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.repeat) return;
    if (isLong && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    save(text);
    onNext();
  };
  const shared = {
    ...plainTyping,
    value: text,
    maxLength: MAX_TYPED_LENGTH,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: () => save(text),
    onKeyDown,
  };
  return (
    <Field label="Tu respuesta" hint={isLong ? "Una línea para cada hueco" : undefined}>
      {(control) =>
        isLong ? (
          <textarea {...shared} {...control} rows={3} className={cx(inputLook, "py-3")} />
        ) : (
          // biome-ignore lint/a11y/noAutofocus: the question is above the field, and is answered by typing
          <input {...shared} {...control} autoFocus enterKeyHint="next" className={cx(inputLook, "h-12")} />
        )
      }
    </Field>
  );
}
