import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";

export type Mail = { to: string; subject: string; text: string };
export type SendMail = (mail: Mail) => Promise<void>;

/** Mail without a mail server: each message becomes an `.eml` file in `directory`, readable by the operator alone. */
export function openOutbox(directory: string, from: string, onWritten: (file: string) => void): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail({ ...mail, from });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = path.join(directory, `${randomUUID()}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600 });
    onWritten(file);
  };
}
