/** Texts are plain: they are escaped wherever they are shown. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  /** The link is also written below the button, for clients that show no buttons. */
  | { kind: "button"; text: string; link: string }
  | { kind: "list"; items: readonly ListItem[] }
  | { kind: "note"; text: string };

export const heading = (text: string): Block => ({ kind: "heading", text });
export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const button = (text: string, link: string): Block => ({ kind: "button", text, link });
export const note = (text: string): Block => ({ kind: "note", text });

/** If there is a link, the name leads to it. */
export type ListItem = { name: string; detail: string; link?: string };

export type PreparedLetter = {
  subject: string;
  preview: string;
  blocks: readonly Block[];
  reason: string;
  unsubscribe: string | null;
  appUrl: string;
  supportEmail: string;
};
