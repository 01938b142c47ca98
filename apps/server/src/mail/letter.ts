import type { Block, SetLetter } from "#mail/letter-blocks.ts";
import { htmlOf } from "#mail/letter-html.ts";
import { textOf } from "#mail/letter-text.ts";
import type { Mail } from "#mail/mail.ts";

export type Letter = {
  to: string;
  subject: string;
  /** What an inbox shows after the subject. It is not seen in the opened message, so it must not be the only place of a fact. */
  preview: string;
  blocks: readonly Block[];
  /** Why somebody gets it, a whole sentence in the footer; without it the account is the reason. */
  reason?: string;
  /** In letters that people may stop: the address that does so, by one click (RFC 8058) and as a page. */
  unsubscribe?: string;
};

export type LetterSetting = {
  /** The same each time this letter is composed: `<id@host>`. */
  messageId: string;
  appUrl: string;
  supportEmail: string;
};

const SUBJECT_LENGTH = 150;
const NAME_LENGTH = 100;

const BECAUSE_ACCOUNT = "Recibes este correo porque tienes una cuenta en Repasa con esta dirección.";
const BECAUSE_REMINDERS = "Recibes este correo porque activaste los recordatorios diarios en Repasa.";

/** Turns a letter into a message, its text and its HTML made from the same structure. */
export function composeLetter(letter: Letter, { messageId, appUrl, supportEmail }: LetterSetting): Mail {
  const unsubscribe = letter.unsubscribe === undefined ? null : ownLink(letter.unsubscribe, appUrl);
  const set: SetLetter = {
    subject: shorten(oneLine(letter.subject), SUBJECT_LENGTH),
    preview: oneLine(letter.preview),
    blocks: letter.blocks.map((block) => cleanBlock(block, appUrl)),
    reason: oneLine(letter.reason ?? (unsubscribe === null ? BECAUSE_ACCOUNT : BECAUSE_REMINDERS)),
    unsubscribe,
    appUrl: new URL(appUrl).href,
    supportEmail,
  };
  return {
    messageId,
    to: letter.to,
    subject: set.subject,
    text: textOf(set),
    html: htmlOf(set),
    ...(unsubscribe !== null && { unsubscribe }),
  };
}

function cleanBlock(block: Block, appUrl: string): Block {
  switch (block.kind) {
    case "list":
      return {
        kind: "list",
        items: block.items.map(({ name, detail }) => ({
          name: shorten(oneLine(name), NAME_LENGTH),
          detail: oneLine(detail),
        })),
      };
    case "button":
      return { kind: "button", text: oneLine(block.text), link: ownLink(block.link, appUrl) };
    default:
      return { kind: block.kind, text: oneLine(block.text) };
  }
}

/**
 * Without line breaks, control characters, and those that turn the direction of the text around them: a folder's name
 * must not end a line or rearrange a sentence. Joiners stay, as emoji are made with them.
 */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .trim();
}

const characters = new Intl.Segmenter("es", { granularity: "grapheme" });

/** Cuts between whole characters, as people see them. */
function shorten(text: string, length: number): string {
  // A character has no bounds of its own (an emoji of a family has eleven code units), a header has.
  const bound = length * 10;
  let count = 0;
  let cut = 0;
  for (const { segment, index } of characters.segment(text)) {
    const end = index + segment.length;
    count += 1;
    if (count > length || end > bound) return `${text.slice(0, cut).trimEnd()}…`;
    if (count < length) cut = end;
  }
  return text;
}

/** A letter leads to the app alone. */
function ownLink(link: string, appUrl: string): string {
  const url = new URL(link);
  if (url.origin !== new URL(appUrl).origin) throw new Error("a letter's link must lead to the app");
  return url.href;
}
