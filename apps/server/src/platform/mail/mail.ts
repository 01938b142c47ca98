export type Mail = {
  /** `<id@host>`, the same in each attempt, so that a mailbox recognises a message that it receives twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address to which mail providers post to unsubscribe (RFC 8058). */
  oneClickUnsubscribe?: string;
};

/** Makes one attempt. After `RefusedMail` another is pointless; after any other failure the message may have been accepted. */
export type SendMail = (mail: Mail) => Promise<void>;

export class RefusedMail extends Error {
  override name = "RefusedMail";
  /** Whether the mailbox was refused, rather than the message. */
  readonly isOfMailbox: boolean;

  constructor(message: string, { isOfMailbox = false } = {}) {
    super(message);
    this.isOfMailbox = isOfMailbox;
  }
}
