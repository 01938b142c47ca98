import type { Context } from "#context.ts";
import { PermanentFailure } from "#jobs/job.ts";
import { composeLetter, type Letter } from "./letter.ts";
import { RefusedMail } from "./mail.ts";

/**
 * Sends a letter from a job; one that the mail server refuses for good fails the job for good. `id` is the same in each
 * attempt to send the same letter, and becomes its Message-ID.
 */
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
