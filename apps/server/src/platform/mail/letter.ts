import { breakLinks } from "#platform/mail/break-links.ts";
import type { Block, PreparedLetter } from "#platform/mail/letter-blocks.ts";
import { htmlOf } from "#platform/mail/letter-html.ts";
import { textOf } from "#platform/mail/letter-text.ts";
import type { Mail } from "#platform/mail/mail.ts";

export type Letter = {
  to: string;
  subject: string;
  /** Shown after the subject in the inbox, and nowhere in the opened message. */
  preview: string;
  blocks: readonly Block[];
  /** A sentence in the footer that says why the letter was sent, if not because the recipient has an account. */
  reason?: string;
  /** The link in the footer, and the address to which mail providers post (RFC 8058). */
  unsubscribe?: { link: string; oneClick: string };
};

export type LetterSetting = {
  messageId: string;
  appUrl: string;
  supportEmail: string;
};

const SUBJECT_LENGTH = 150;
const NAME_LENGTH = 100;

const BECAUSE_ACCOUNT = "Recibes este correo porque tienes una cuenta en Repasa con esta dirección.";
const BECAUSE_REMINDERS = "Recibes este correo porque activaste los recordatorios diarios en Repasa.";

/** Texts never become links, as they may contain words of users: only buttons, list items and the footer are links. */
export function composeLetter(letter: Letter, setting: LetterSetting): Mail {
  const { messageId, appUrl, supportEmail } = setting;
  const unsubscribe = letter.unsubscribe === undefined ? null : ownLink(letter.unsubscribe.link, appUrl);
  const clean = (text: string) => breakLinks(oneLine(text), supportEmail);
  const prepared: PreparedLetter = {
    subject: breakLinks(shorten(oneLine(letter.subject), SUBJECT_LENGTH), supportEmail),
    preview: clean(letter.preview),
    blocks: letter.blocks.map((block) => cleanBlock(block, clean, setting)),
    reason: clean(letter.reason ?? (unsubscribe === null ? BECAUSE_ACCOUNT : BECAUSE_REMINDERS)),
    unsubscribe,
    appUrl: new URL(appUrl).href,
    supportEmail,
  };
  return {
    messageId,
    to: letter.to,
    subject: prepared.subject,
    text: textOf(prepared),
    html: htmlOf(prepared),
    ...(letter.unsubscribe !== undefined && { oneClickUnsubscribe: ownLink(letter.unsubscribe.oneClick, appUrl) }),
  };
}

function cleanBlock(block: Block, clean: (text: string) => string, { appUrl, supportEmail }: LetterSetting): Block {
  switch (block.kind) {
    case "list":
      return {
        kind: "list",
        items: block.items.map(({ name, detail, link }) => ({
          name: breakLinks(shorten(oneLine(name), NAME_LENGTH), supportEmail),
          detail: clean(detail),
          ...(link !== undefined && { link: ownLink(link, appUrl) }),
        })),
      };
    case "button":
      return { kind: "button", text: clean(block.text), link: ownLink(block.link, appUrl) };
    default:
      return { kind: block.kind, text: clean(block.text) };
  }
}

/** Removes line breaks and control or direction characters: a folder's name must not rearrange a sentence. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .trim();
}

const characters = new Intl.Segmenter("es", { granularity: "grapheme" });

function shorten(text: string, length: number): string {
  // A grapheme can have any length, a header cannot.
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

function ownLink(link: string, appUrl: string): string {
  const url = new URL(link);
  if (url.origin !== new URL(appUrl).origin) throw new Error("a letter's link must lead to the app");
  return url.href;
}
