/** Texts are plain: they are escaped wherever they are shown. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** Its link is also written below, for clients that show no buttons. */
  | { kind: "button"; text: string; link: string }
  | { kind: "list"; items: readonly ListItem[] }
  | { kind: "note"; text: string };

/** Its name leads to the link, if it has one. */
export type ListItem = { name: string; detail: string; link?: string };

export type SetLetter = {
  subject: string;
  preview: string;
  blocks: readonly Block[];
  reason: string;
  unsubscribe: string | null;
  appUrl: string;
  supportEmail: string;
};
