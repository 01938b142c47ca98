import { randomUUID } from "node:crypto";
import type { Queryable } from "#db/pool.ts";
import { HopelessJob, type JobHandlers } from "#jobs/job.ts";
import type { Letter } from "#mail/letter.ts";
import type { SendMail } from "#mail/mail.ts";
import { createPost } from "#mail/post.ts";
import {
  emailChangedLetter,
  emailChangeRequestedLetter,
  newAddressLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from "./auth.emails.ts";
import type { authJobs, Notice } from "./auth.jobs.ts";
import {
  awaitedAs,
  deleteExpiredSessions,
  deleteExpiredVerifications,
  insertVerification,
  setResetToken,
} from "./auth.queries.ts";
import { newToken, tokenHash } from "./auth.token.ts";

const RESET_MS = 30 * 60_000;
const VERIFICATION_MS = 7 * 86_400_000;

type Dependencies = { db: Queryable; sendMail: SendMail; appUrl: () => string; supportEmail: string };

/** Writes and sends the mails of accounts. A link's token is made here, anew in each try, and known to nobody else. */
export function createAuthHandlers(dependencies: Dependencies): JobHandlers<typeof authJobs> {
  const { db, appUrl, supportEmail } = dependencies;
  const send = createPost(dependencies);

  function letterOf(to: string, notice: Notice): Letter {
    switch (notice.notice) {
      case "password_changed":
        return passwordChangedLetter(to, appUrl(), supportEmail);
      case "email_change_requested":
        return emailChangeRequestedLetter(to, notice.address, appUrl(), supportEmail);
      case "email_changed":
        return emailChangedLetter(to, notice.address, supportEmail);
    }
  }

  return {
    sweep: (_, { now }) => deleteExpiredSessions(db, now),

    async reset({ email }, { id, now, askedAt }) {
      // Nobody waits any more, and a link that comes out of the blue frightens.
      if (now.getTime() - askedAt.getTime() >= RESET_MS) throw new HopelessJob("a reset link would come too late");
      const token = newToken();
      const expires = new Date(now.getTime() + RESET_MS);
      const known = await setResetToken(db, email, { hash: tokenHash(token), expires }, now);
      if (known) await send(resetLetter(email, token, appUrl()), `reset.${id}.${randomUUID()}`);
    },

    async verification({ userId, email }, { id, now }) {
      const awaited = await awaitedAs(db, userId, email);
      if (awaited === null) return;
      const token = newToken();
      const expiresAt = new Date(now.getTime() + VERIFICATION_MS);
      await deleteExpiredVerifications(db, userId, now);
      await insertVerification(db, { userId, tokenHash: tokenHash(token), email, expiresAt, createdAt: now });
      const letter = (awaited === "new" ? newAddressLetter : verificationLetter)(email, token, appUrl());
      await send(letter, `verification.${id}.${randomUUID()}`);
    },

    async notice({ to, ...notice }, { id }) {
      await send(letterOf(to, notice), `notice.${id}`);
    },
  };
}
