import { foldText } from "@repasa/card-text/folding.ts";
import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { lineOf } from "#features/cards/cards.lines.ts";
import { sideOf } from "#features/cards/cards.sides.ts";
import { endpointQuery } from "#lib/query.ts";

const PAUSE_MS = 500;
/** Two letters are not a question yet. */
const SHORTEST = 3;
/** A search takes 200 characters. */
const LONGEST_QUERY = 180;

/** A card that asks the same already, whatever its format, case and accents; sought once somebody who types has paused. */
export function useDuplicate(front: string, own: Pick<Card, "id" | "groupId"> | undefined): Card | undefined {
  const text = useSettled(front.trim());
  const q = wordsOf(text);
  const wanted = text.length >= SHORTEST && q !== "";
  const { data } = useQuery({ ...endpointQuery(cardEndpoints.search, { query: { q } }), enabled: wanted });
  if (!wanted) return undefined;
  const asked = comparable(text);
  return data?.cards.find((card) => card.id !== own?.id && !isSibling(card, own) && comparable(card.front) === asked);
}

/** As many words as a search takes, without the signs that Markdown may put between them. */
function wordsOf(text: string): string {
  let query = "";
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (query.length + word.length >= LONGEST_QUERY) break;
    query += `${word} `;
  }
  return query.trim();
}

function isSibling(card: Card, own: Pick<Card, "groupId"> | undefined): boolean {
  return card.groupId !== null && card.groupId === own?.groupId;
}

/** Unlike a search, it tells compatibility forms apart: 10² is another question than 102. */
function comparable(text: string): string {
  return lineOf(sideOf(text, "markdown"))
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
