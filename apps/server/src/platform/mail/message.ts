import type { SendMailOptions } from "nodemailer";
import { type Mail, RefusedMail } from "#platform/mail/mail.ts";

// Matches exactly one address, without a name or a quoted part: nothing that could add a header or a recipient.
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]{1,64}@[^\s\p{C}<>()[\]\\,;:"@]{1,255}$/u;
const MESSAGE_ID = /^<[!-;=?A-~]{1,150}@[!-;=?A-~]{1,150}>$/;

export function messageOf(mail: Mail, from: string): SendMailOptions {
  if (!ADDRESS.test(mail.to)) throw new RefusedMail("the recipient is not an address");
  if (!MESSAGE_ID.test(mail.messageId)) throw new Error("the Message-ID is not one");
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    messageId: mail.messageId,
    text: mail.text,
    html: mail.html,
    headers: {
      "Content-Language": "es",
      // Suppresses automatic replies, which nobody reads.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(mail.oneClickUnsubscribe !== undefined && unsubscribeHeaders(mail.oneClickUnsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The headers for unsubscribing (RFC 2369 and RFC 8058). */
function unsubscribeHeaders(link: string) {
  return {
    "List-Unsubscribe": `<${new URL(link).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
