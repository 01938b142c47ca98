import { countAnswers } from "@repasa/answers/prompts.ts";
import { MAX_TYPED_LENGTH } from "@repasa/contract/quizzes.limits.ts";
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { UnknownButton } from "#features/quizzes/components/unknown-button.tsx";
import type { AnswerProps } from "#features/quizzes/quizzes.answering.ts";
import { joinGaps, splitGaps } from "#features/quizzes/quizzes.gaps.ts";
import { cx } from "#ui/cx.ts";
import { Field, inputLook } from "#ui/field.tsx";

/** The answer is saved this long after the last letter, in milliseconds, and when a field is left. */
const SAVE_AFTER = 600;

const plainTyping = { autoCapitalize: "off", autoCorrect: "off", spellCheck: false, autoComplete: "off" } as const;

const growing = "field-sizing-content max-h-40 min-h-12 resize-none py-2.5";

type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** A field for each answer that the question asks for. Enter goes to the next one, and from the last to the next question. */
export function TypedAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const count = countAnswers(question.prompt, question.format);
  // A single answer may be a list. The field is the same for each, so that it does not tell.
  const Element = count === 1 ? "textarea" : "input";
  const [texts, setTexts] = useState(() => splitGaps(typeof given === "string" ? given : "", count));
  const saved = useRef(joinGaps(texts));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fields = useRef<HTMLDivElement>(null);
  const save = (all: readonly string[]) => {
    clearTimeout(timer.current);
    const text = joinGaps(all);
    if (text === saved.current) return;
    saved.current = text;
    onAnswer(text === "" ? { skipped: true } : { text });
  };
  const latest = useRef({ save, texts });
  latest.current = { save, texts };
  // The last text is saved although the question is left at once.
  useEffect(() => () => latest.current.save(latest.current.texts), []);
  const onChange = (index: number, text: string) => {
    const changed = texts.with(index, text);
    setTexts(changed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save(changed), SAVE_AFTER);
  };
  const giveUp = () => {
    clearTimeout(timer.current);
    saved.current = "";
    setTexts(texts.map(() => ""));
    // Leaving the question must not save the text that stood here.
    latest.current = { save, texts: [] };
    onAnswer({ unknown: true });
    onNext();
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.repeat) return;
    // It begins a line. Only gaps have one line each.
    if (count === 1 && event.shiftKey) return;

    event.preventDefault();
    save(texts);
    const next = fields.current?.querySelectorAll("input")[index + 1];
    if (next) next.focus();
    else onNext();
  };
  return (
    <div ref={fields} className="grid gap-3">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the gaps of a question never move
        <Field key={index} label={count === 1 ? "Tu respuesta" : `Hueco ${index + 1} de ${count}`}>
          {(control) => (
            <Element
              {...plainTyping}
              {...control}
              value={text}
              maxLength={Math.floor(MAX_TYPED_LENGTH / count) - 1}
              // The question is above the field, and is answered by typing.
              autoFocus={index === 0}
              enterKeyHint="next"
              rows={count === 1 ? 1 : undefined}
              className={cx(inputLook, count === 1 ? growing : "h-12")}
              onChange={(event: TextEvent) => onChange(index, event.currentTarget.value)}
              onBlur={() => save(texts)}
              onKeyDown={(event: KeyboardEvent) => onKeyDown(event, index)}
            />
          )}
        </Field>
      ))}
      <UnknownButton chosen={given === false} onPress={giveUp} />
    </div>
  );
}
