export type Mail = {
  /** `<id@host>`, the same in each attempt, so that a mailbox recognises a message that it gets twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
};

/** One attempt. After `RefusedMail` another makes no sense; after any other failure SMTP cannot tell if it was accepted. */
export type SendMail = (mail: Mail) => Promise<void>;

export class RefusedMail extends Error {
  override name = "RefusedMail";
  /** Whether the mailbox was refused, not what was written to it. */
  readonly isOfMailbox: boolean;

  constructor(message: string, { isOfMailbox = false } = {}) {
    super(message);
    this.isOfMailbox = isOfMailbox;
  }
}
