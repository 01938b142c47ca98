import { type FormEvent, useRef, useState } from "react";

/** As the form dialog gives it for each field. */
export type FieldOf = (name: string) => { name: string; error: string | undefined; defaultValue: string };

const NAMES = ["front", "back", "format", "tags", "reverse"] as const;
type Name = (typeof NAMES)[number];
export type CardTexts = Readonly<Record<Name, string>>;

/**
 * What the fields of a card's form hold. The form owns them, and fills them with drafts: whatever changes them is told by
 * an input event.
 */
export function useCardFields(field: FieldOf, onChange: (texts: CardTexts) => void) {
  const inputs = useRef(new Map<Name, HTMLInputElement>());
  const [texts, setTexts] = useState<CardTexts>(
    () => Object.fromEntries(NAMES.map((name) => [name, field(name).defaultValue])) as CardTexts,
  );
  // Several events may come before React draws.
  const latest = useRef(texts);
  const note = (name: Name) => (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    latest.current = { ...latest.current, [name]: event.currentTarget.value };
    setTexts(latest.current);
    onChange(latest.current);
  };
  const write = (name: Name, value: string) => {
    const input = inputs.current.get(name);
    if (!input) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const hidden = (name: Name) => ({
    type: "hidden",
    name,
    // A hidden field has no default apart from its value.
    value: texts[name],
    onInput: note(name),
    ref: (input: HTMLInputElement | null) => {
      if (input) inputs.current.set(name, input);
    },
  });
  return { texts, note, write, hidden };
}
