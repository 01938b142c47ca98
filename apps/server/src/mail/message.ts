import type { SendMailOptions } from "nodemailer";
import { type Mail, RefusedMail } from "#mail/mail.ts";

// One address and nothing else: no list, no name, no quoted part, no way out of its header or out of the envelope.
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]{1,64}@[^\s\p{C}<>()[\]\\,;:"@]{1,255}$/u;
const MESSAGE_ID = /^<[!-;=?A-~]{1,150}@[!-;=?A-~]{1,150}>$/;

/** What nodemailer makes the message of, the same whether it is sent or written to a file. */
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
      // Nobody is there to read an answer that a machine writes: holidays, receipts.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(mail.unsubscribe !== undefined && unsubscribeHeaders(mail.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 2369 and RFC 8058. */
function unsubscribeHeaders(link: string) {
  return {
    "List-Unsubscribe": `<${new URL(link).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
