/** What a letter is made of, from the top down. Texts are plain: whatever is in them is shown, never interpreted. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** The one thing to do; its link also stands below it, for those who see no buttons. */
  | { kind: "button"; text: string; link: string }
  | { kind: "list"; items: readonly ListItem[] }
  /** Small print. */
  | { kind: "note"; text: string };

export type ListItem = { name: string; detail: string };

/** A letter as both its forms show it: nothing left out of one and put into the other. */
export type SetLetter = {
  subject: string;
  preview: string;
  blocks: readonly Block[];
  reason: string;
  unsubscribe: string | null;
  appUrl: string;
  supportEmail: string;
};
