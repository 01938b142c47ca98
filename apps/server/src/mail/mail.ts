/** One message, ready to be handed over. */
export type Mail = {
  /** The same each time this message is tried, so that a mailbox that gets it twice can tell: `<id@host>`. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that one click unsubscribes at (RFC 8058), in messages that people may stop. */
  unsubscribe?: string;
};

/**
 * Hands a message over. It fails with `RefusedMail` when the server refused the message for good; any other failure may
 * pass, or may have come too late to stop the message (SMTP cannot tell), and the message may be tried again.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** The server will not take this message, now or later. */
export class RefusedMail extends Error {
  override name = "RefusedMail";
}
