// The follower's own edits of cards that follow an author's.
import { chooseText, editText } from "@repasa/following/changing.ts";
import { type FollowedText, isMember, type LiveCard, resumeCard } from "@repasa/following/followed-text.ts";
import { type Text, turnSides } from "@repasa/following/text.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import { isAssigned } from "#features/folders/folders.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type LoadedTexts, loadTexts, type StoredText, storeTexts } from "./followed.service.ts";
import { listLive } from "./followed.state.ts";

/** The text of a card, with all that storing it again needs. `assigned`: true if a class has assigned its folder. */
export type OpenText = {
  readonly loaded: LoadedTexts;
  readonly text: StoredText;
  readonly card: LiveCard;
  readonly assigned: boolean;
};

/** Returns null for a card that follows nobody's, and has never done so. */
export async function openText(db: Queryable, owner: OwnerId, cardId: number, locks = true): Promise<OpenText | null> {
  const loaded = await loadTexts(db, owner, { cardIds: [cardId] }, { locks });
  const [text] = loaded.texts;
  const card = text && listLive(text.state).find((one) => one.card.id === cardId);
  return text && card ? { loaded, text, card, assigned: await isAssigned(db, owner, text.folderId) } : null;
}

export type CardFields = {
  [Name in keyof Text]?: Text[Name] | undefined;
} & { tags?: readonly string[] | undefined; suspended?: boolean | undefined };

type SomeSides = { [Name in keyof Text]?: Text[Name] | undefined };

/**
 * Computes what the follower's edit of a card makes of its text. Tags become those of all siblings.
 *
 * @param base The values that she found; it may lack fields.
 * @returns Null if the text would make no card.
 */
export function editOpenText(
  { text, card }: OpenText,
  { tags, suspended, ...sides }: CardFields,
  base: SomeSides = {},
): FollowedText | null {
  const { id, variant } = card.card;
  const cardId = id as number;
  const turn = ({ front, back, format }: SomeSides) =>
    omitUndefined({ ...turnSides({ front, back }, variant), format });
  const edited = editText(text.state, { cardId, edit: turn(sides), base: turn(base) });
  if (!edited) return null;
  const changeCard = (one: FollowedText["cards"][number]) => {
    if (one.card === null) return one;
    const isEdited = one.card.id === cardId;
    const isTagged = tags !== undefined && (isEdited || (isMember(one) && isMember(card)));
    const tagged: LiveCard = { ...one, card: isTagged ? { ...one.card, tags } : one.card };
    if (!isEdited || suspended === undefined || suspended === one.card.suspended) return tagged;
    return suspended ? { ...tagged, card: { ...tagged.card, suspended } } : resumeCard(tagged);
  };
  return { ...edited, cards: edited.cards.map(changeCard) };
}

function omitUndefined(sides: SomeSides): Partial<Text> {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined));
}

/** Computes what choosing between the two texts of a card makes of them; null if the author's would make no card. */
export function chooseOpenText({ text }: OpenText, take: "mine" | "author"): FollowedText | null {
  return chooseText(text.state, take);
}

/** Returns whether storing a text adds cards that count in limits. */
export function addsMaterial({ assigned }: Pick<OpenText, "assigned">, state: FollowedText): boolean {
  return listLive(state).some(({ card, source }) => card.id === null && !(assigned && source !== null));
}

export function listCardIds(state: FollowedText): number[] {
  return listLive(state).flatMap(({ card }) => card.id ?? []);
}

/** Stores what an edit or a choice has made of a text. The next pull merges it. */
export async function storeOpenText(
  transaction: Queryable,
  owner: OwnerId,
  { text, loaded, assigned }: OpenText,
  state: FollowedText,
  now: Date,
  noted: NotedChanges,
): Promise<FollowedText> {
  const place = { folderId: text.folderId, assigned, now };
  const { texts } = await storeTexts(transaction, owner, place, loaded, [{ id: text.id, state, behind: true }], noted);
  return texts[0]?.state ?? state;
}
