// Converts Obsidian's Markdown to ours.

import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { LossCounter } from "#losses.ts";
import type { MediaFiles } from "#media/archived-media.ts";

export type NoteContext = { readonly losses: LossCounter; readonly media: Pick<MediaFiles, "find"> };

/** Signs that may have a meaning in Markdown. A text without them is plain. */
const SIGNS = /[*_`$#<>|~\\[\]]|\{\{c\d|^\s*(?:[-+]|\d+[.)])\s/m;

/** Returns both sides in one format, which is plain if neither uses Markdown. */
export function formatSides(front: string, back: string, context: NoteContext) {
  const sides = [front, back].map((side) => convertNoteText(side, context)) as [string, string];
  const format: CardFormat = sides.some((side) => SIGNS.test(side)) ? "markdown" : "plain";
  const [question, answer] = format === "plain" ? sides : (sides.map(addHardBreaks) as [string, string]);
  return { front: question, back: answer, format };
}

/** Converts a side from the Markdown of notes to ours, in which each line break is one. */
export function formatSide(text: string, context: NoteContext): string {
  return addHardBreaks(convertNoteText(text, context));
}

function convertNoteText(text: string, context: NoteContext): string {
  // A text of this length is refused as a card anyway.
  if (text.length > 2 * MAX_SIDE_LENGTH) return text;
  const outside = text.split(/(^[ \t]*```[\s\S]*?^[ \t]*```|`[^`\n]*`)/m);
  return outside
    .map((piece, index) => (index % 2 === 1 ? piece : convertLinks(piece, context)))
    .join("")
    .trim();
}

const EMBEDDED = /!\[\[([^[\]\n]{1,300})\]\]/g;
const IMAGE = /!\[([^[\]\n]{0,300})\]\(<?([^()\n<>]{1,1000})>?\)/g;
const LINK = /\[\[([^[\]\n]{1,300})\]\]/g;
const HIGHLIGHT = /==([^=\n]{1,2000})==/g;
const BLOCK_ID = /[ \t]\^[\w-]{1,60}$/gm;
const MEDIA = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|mp3|ogg|wav|m4a|flac|3gp|webm|mp4|ogv|mov|pdf)$/i;

function convertLinks(text: string, context: NoteContext): string {
  return text
    .replace(IMAGE, (_whole, alt: string, target: string) => {
      const isRemote = /^[a-z]+:/i.test(target);
      if (isRemote) context.losses.addForCard("remoteMedia", target);
      return isRemote
        ? `[${alt || target}](${target})`
        : convertFileLink(target.split(/\s+"/)[0] as string, alt, context);
    })
    .replace(EMBEDDED, (whole, target: string) => {
      const [name = ""] = target.split("|");
      return MEDIA.test(name.trim()) ? convertFileLink(name.trim(), "", context) : whole.slice(1);
    })
    .replace(LINK, (_whole, target: string) => target.split("|").at(-1)?.trim().replaceAll("#", " > ") ?? "")
    .replace(HIGHLIGHT, "**$1**")
    .replace(BLOCK_ID, "")
    .replace(/<br ?\/?>/gi, "\n");
}

function convertFileLink(target: string, alt: string, { losses, media }: NoteContext): string {
  const name = target.split("/").at(-1) ?? target;
  const found = media.find(name);
  if ("id" in found) return `![${alt}](media:${found.id})`;
  losses.addForFile(found.loss, name);
  return "";
}

/** The beginnings of lines that start a block of their own, before which a line break needs no sign. */
const BLOCK = /^\s*(?:[-*+]\s|[>|#]|\d+[.)]\s|```|~~~|\$\$)/;

/** Adds signs for line breaks, because Obsidian shows each line of a note as a line. */
function addHardBreaks(text: string): string {
  let isFenced = false;
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (/^\s*(?:```|~~~|\$\$)/.test(line)) isFenced = !isFenced;
      const goesOn = next !== undefined && next.trim() !== "" && line.trim() !== "";
      const isPlain = !isFenced && !/^\s*(?:[|#]|```|~~~|\$\$)/.test(line) && !BLOCK.test(next ?? "");
      return goesOn && isPlain && !/(?:\\| {2})$/.test(line) ? `${line}\\` : line;
    })
    .join("\n");
}
