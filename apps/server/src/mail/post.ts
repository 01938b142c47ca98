import { HopelessJob } from "#jobs/job.ts";
import { composeLetter, type Letter } from "./letter.ts";
import { RefusedMail, type SendMail } from "./mail.ts";

type Dependencies = { sendMail: SendMail; appUrl: () => string; supportEmail: string };

/** Writes a letter out and hands it over under an id of its own, the same in each try that may be the same message. */
export type Post = (letter: Letter, id: string) => Promise<void>;

/** The way of letters from a job: one that the mail server refuses for good makes the job hopeless. */
export function createPost({ sendMail, appUrl, supportEmail }: Dependencies): Post {
  return async (letter, id) => {
    const base = appUrl();
    const messageId = `<${id}@${new URL(base).hostname}>`;
    try {
      await sendMail(composeLetter(letter, { messageId, appUrl: base, supportEmail }));
    } catch (error) {
      throw error instanceof RefusedMail ? new HopelessJob(error.message, { cause: error }) : error;
    }
  };
}
