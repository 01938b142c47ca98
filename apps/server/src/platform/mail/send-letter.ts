import type { Context } from "#context.ts";
import { PermanentFailure } from "#platform/jobs/job.ts";
import { composeLetter, type Letter } from "./letter.ts";
import { RefusedMail } from "./mail.ts";

/** Sends a letter from a job. `id` becomes the Message-ID, and is the same in each attempt to send the same letter. */
export async function sendLetter(
  { sendMail, appUrl, config }: Pick<Context, "sendMail" | "appUrl" | "config">,
  letter: Letter,
  id: string,
): Promise<void> {
  const base = appUrl();
  const messageId = `<${id}@${new URL(base).hostname}>`;
  try {
    await sendMail(composeLetter(letter, { messageId, appUrl: base, supportEmail: config.supportEmail }));
  } catch (error) {
    throw error instanceof RefusedMail ? new PermanentFailure(error.message, { cause: error }) : error;
  }
}
