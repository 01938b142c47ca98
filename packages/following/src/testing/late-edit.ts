import { isValid } from "#testing/author.ts";
import type { ModelText } from "#testing/model.ts";
import { hasSameFront, isSameText, type Text } from "#text.ts";

/** An edit on a base, and the text of the model with the place in its log at which the edit was made. */
export type LateEdit = { key: string; edit: Partial<Text>; base: Text; text: ModelText; position: number };

/**
 * Returns whether a base shows when an edit was made: each field that the author has changed since had the author's value then, has
 * the author's present value now, and had another one ever since; or else it is hers, and was never the author's.
 */
export function isDatable({ key, base, text, edit }: LateEdit, pulls: ModelText["log"]): boolean {
  const [first] = pulls;
  if (!first) return true;
  // Beside a reverse, gaps that are only text in one format cannot be combined with the other.
  if (
    [first.was, text].some(({ cards }) =>
      cards.some((card) => card.sourceVariant === "reverse" || card.variant === "reverse"),
    )
  ) {
    return false;
  }
  const variant = first.was.variantOf(key);
  if (variant === undefined || variant !== text.variantOf(key)) return false;
  const edited = { ...base, ...edit };
  if (!isValid(edited, false)) return false;
  // On a text that no pull has changed it counts as an edit of today: if it makes the front the author's, the next pull brings
  // her cards.
  if (isSameText(base, text.text) && hasSameFront(edited, text.pulled)) return false;
  const values = [...pulls.slice(1).map(({ was }) => was.pulled), text.pulled];
  return (["front", "back", "format"] as const).every((field) => {
    if (values.every((value) => value[field] === first.was.pulled[field])) return true;
    const wasUntouched = base[field] === first.was.pulled[field];
    const isEdited = edit[field] !== undefined && edit[field] !== base[field];
    if (!wasUntouched) return !isEdited && values.every((value) => value[field] !== base[field]);
    return (
      text.text[field] === text.pulled[field] &&
      values.slice(firstChange(values, base, field)).every((value) => value[field] !== base[field])
    );
  });
}

function firstChange(values: readonly Text[], base: Text, field: keyof Text): number {
  return values.findIndex((value) => value[field] !== base[field]);
}
