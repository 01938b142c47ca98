export type Mail = {
  /** `<id@host>`, the same in each attempt, so that a mailbox recognises a message that it gets twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
};

/**
 * Makes one attempt. `RefusedMail`: the server refused the message for good. After any other failure the message may be
 * tried again, though SMTP cannot tell whether it was accepted.
 */
export type SendMail = (mail: Mail) => Promise<void>;

export class RefusedMail extends Error {
  override name = "RefusedMail";
}
