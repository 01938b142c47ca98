import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { SendMail } from "#platform/mail/mail.ts";
import { messageOf } from "#platform/mail/message.ts";

/** Without a mail server each message becomes an `.eml` file that only the operator can read; a repeat replaces its file. */
export function openMailFolder(directory: string, from: string, onWritten: (file: string) => void): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = createHash("sha256").update(mail.messageId).digest("hex").slice(0, 32);
    const file = path.join(directory, `${name}.eml`);
    const draft = path.join(directory, `.${name}-${randomUUID()}`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, file);
    onWritten(file);
  };
}
