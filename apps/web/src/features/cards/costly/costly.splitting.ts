import { readList } from "@repasa/answers/lists.ts";
import { findGaps } from "@repasa/card-text/gaps.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { CardValues } from "#features/cards/editor/editor.fields.ts";

/** With more parts, a card that asks for one of them would show too many others. */
const MAX_PARTS = 10;

/** Returns whether a card can be split into gaps of one text: it has no reverse and no gaps yet. */
export function isSplittable({ groupId, variant }: Pick<Card, "groupId" | "variant">): boolean {
  return groupId === null && variant === null;
}

/**
 * Proposes the text of several cards in place of one: the question, and each item or sentence of the answer in a gap. The card keeps
 * its schedule as that of the first gap. Undefined if the answer has one part, or too many.
 */
export function proposeGaps({ front, back, format }: Pick<Card, "front" | "back" | "format">) {
  const write = format === "plain" ? escapeSigns : (text: string) => text;
  const list = readList(back);
  const parts = (list?.items ?? splitSentences(back)).map(write);
  if (parts.length < 2 || parts.length > MAX_PARTS) return undefined;
  const gaps = parts.map((part, at) => `{{c${at + 1}::${part}}}`);
  const lines = list && gaps.map((gap, at) => `${list.isOrdered ? `${at + 1}.` : "-"} ${gap}`);
  const text = `${write(front)}\n\n${lines ? lines.join("\n") : gaps.join(" ")}`;
  const found = findGaps(text);
  // Braces and colons in the answer would make other gaps, or hints.
  const isWhole =
    found.length === parts.length && found.every((gap, at) => gap.text === parts[at] && gap.hint === null);
  return isWhole ? ({ front: text, back: "", format: "markdown" } satisfies Partial<CardValues>) : undefined;
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.;!?])\s+|[\n\r]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Escapes what Markdown would take for a sign. */
function escapeSigns(text: string): string {
  return text.replace(/[\\`*_[\]{}<>#$|~]/g, "\\$&");
}
