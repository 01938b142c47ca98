import { foldText } from "@repasa/card-text/folding.ts";
import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatLine } from "#features/cards/text/text.lines.ts";
import { createSide } from "#features/cards/text/text.sides.ts";
import { endpointQuery } from "#lib/query.ts";

const PAUSE_MS = 500;
/** Shorter texts are not a question yet. */
const MIN_LENGTH = 3;
/** The search accepts up to 200 characters. */
const MAX_QUERY_LENGTH = 180;

/** Searches, after a pause in typing, for a card with the same question, ignoring format, case and accents. */
export function useDuplicate(front: string, own: Pick<Card, "id" | "groupId"> | undefined): Card | undefined {
  const text = useSettled(front.trim());
  const q = buildQuery(text);
  const wanted = text.length >= MIN_LENGTH && q !== "";
  const { data } = useQuery({ ...endpointQuery(cardEndpoints.search, { query: { q } }), enabled: wanted });
  // As soon as the text changes it is another question: after a card is saved, the next one's, which is still empty.
  if (!wanted || text !== front.trim()) return undefined;
  const asked = normalizeQuestion(text);
  return data?.cards.find(
    (card) => card.id !== own?.id && !isSibling(card, own) && normalizeQuestion(card.front) === asked,
  );
}

/** Returns as many words as fit into a search query, without the Markdown syntax between them. */
function buildQuery(text: string): string {
  let query = "";
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (query.length + word.length >= MAX_QUERY_LENGTH) break;
    query += `${word} `;
  }
  return query.trim();
}

function isSibling(card: Card, own: Pick<Card, "groupId"> | undefined): boolean {
  return card.groupId !== null && card.groupId === own?.groupId;
}

/**
 * Normalizes a text for comparison. Unlike in a search, compatibility forms differ: 10² is another question than 102.
 */
function normalizeQuestion(text: string): string {
  return formatLine(createSide(text, "markdown"))
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
