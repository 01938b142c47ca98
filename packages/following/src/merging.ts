import {
  asksFor,
  copyFields,
  type Field,
  filterFields,
  hasSameFront,
  listGapVariants,
  makesCards,
  type Text,
} from "#text.ts";

/** What is remembered of the author's text; `followed-text.ts` describes the fields. */
export type TextState = {
  readonly pulled: Text;
  readonly earlier: readonly Text[];
  readonly kept: readonly Field[];
  readonly text: Text;
};

/** How many earlier texts are remembered, and how many UTF-16 units they may have together. */
export const MAX_EARLIER = { texts: 8, units: 40_000 };

/**
 * Merges the author's present text into the follower's, field by field. A field that equals the pulled text takes the author's
 * value; one that both have changed to different values is kept, until the two are equal.
 *
 * If the author's values and the follower's would together make no card, or cards of other gaps than either has, no value is
 * taken, and all fields that differ are kept.
 *
 * @param hasReverse Whether the follower has a reverse of the text, which therefore may have no gaps.
 */
export function mergeText<State extends TextState>(state: State, author: Text, hasReverse: boolean): State {
  const { pulled, text } = state;
  const isNew = (field: Field) => author[field] !== pulled[field];
  const isUntouched = (field: Field) => text[field] === pulled[field];
  const merged = copyFields(text, filterFields(isUntouched), author);
  const fits = canCombine(merged, { text, author, hasReverse });
  const result = fits ? merged : text;
  const isKept = (field: Field) =>
    result[field] !== author[field] && (isNew(field) || (state.kept.includes(field) && !isUntouched(field)));
  return { ...state, pulled: author, earlier: rememberPulled(state, author), kept: filterFields(isKept), text: result };
}

type Sides = { text: Text; author: Text; hasReverse: boolean };

function canCombine(merged: Text, { text, author, hasReverse }: Sides): boolean {
  if (!makesCards(merged)) return false;
  if (hasReverse && listGapVariants({ ...merged, front: merged.back }).length > 0) return false;
  if (hasSameFront(merged, author)) return true;
  const gaps = listGapVariants(merged);
  return gaps.length === listGapVariants(text).length && gaps.every((gap) => asksFor(text, gap));
}

function rememberPulled({ pulled, earlier }: TextState, author: Text): readonly Text[] {
  if (filterFields((field) => author[field] !== pulled[field]).length === 0) return earlier;
  const remembered: Text[] = [];
  let units = 0;
  for (const text of [pulled, ...earlier].slice(0, MAX_EARLIER.texts)) {
    units += text.front.length + text.back.length;
    if (units > MAX_EARLIER.units) break;
    remembered.push(text);
  }
  return remembered;
}

/**
 * Applies the follower's edit. If pulls have changed fields of its base since it was made, the result is what it would be if the
 * edit had arrived before them. If none have, nothing tells that the edit is late, and it applies to the present text.
 *
 * @param edit The fields that the follower changed.
 * @param base The values that she found; it may lack fields.
 * @returns `found`: the text on which the edit was made.
 */
export function editFields<State extends TextState>(
  state: State,
  edit: Partial<Text>,
  base: Partial<Text>,
  hasReverse: boolean,
): { state: State; found: Text } {
  const fields = filterFields((field) => edit[field] !== undefined);
  const since = findPulledThen(state, fields, base);
  const pulledThen = state.earlier[since];
  if (!pulledThen) {
    const text = copyFields(state.text, fields, edit);
    const isKept = (field: Field) => text[field] !== state.pulled[field];
    return { state: { ...state, text, kept: state.kept.filter(isKept) }, found: state.text };
  }
  const untouched = filterFields((field) => state.text[field] === state.pulled[field] || fields.includes(field));
  const found = copyFields(state.text, untouched, { ...pulledThen, ...base });
  const pulls = [...state.earlier.slice(0, since).toReversed(), state.pulled];
  const edited: State = { ...state, pulled: pulledThen, text: copyFields(found, fields, edit) };
  const merged = pulls.reduce((text, author) => mergeText(text, author, hasReverse), edited);
  return { state: { ...merged, earlier: state.earlier }, found };
}

/**
 * Returns the place, among the earlier texts, of the author's text when a base was read: the newest with all values of the base that
 * a pull has changed since, or else with those of the edited fields. Returns -1 if the base shows no such change.
 */
function findPulledThen({ pulled, earlier, text }: TextState, edited: readonly Field[], base: Partial<Text>): number {
  const isOld = (field: Field) =>
    base[field] !== undefined && base[field] !== text[field] && base[field] !== pulled[field];
  const old = filterFields((field) => isOld(field) && earlier.some((one) => one[field] === base[field]));
  const find = (fields: Field[]) =>
    fields.length === 0 ? -1 : earlier.findIndex((one) => fields.every((field) => one[field] === base[field]));
  const found = find(old);
  return found >= 0 ? found : find(old.filter((field) => edited.includes(field)));
}

/**
 * Ends the conflict about the kept fields: they stay as they are, or take the author's values.
 *
 * @returns Null if the author's values, with those that the follower has not been asked about, make no card.
 */
export function chooseFields<State extends TextState>(
  state: State,
  take: "mine" | "author",
  hasReverse: boolean,
): State | null {
  if (take === "mine") return { ...state, kept: [] };
  const text = copyFields(state.text, state.kept, state.pulled);
  if (!canCombine(text, { text: state.text, author: state.pulled, hasReverse })) return null;
  return { ...state, kept: [], text };
}
