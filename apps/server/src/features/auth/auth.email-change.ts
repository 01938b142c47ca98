import { AppError } from "#app-error.ts";
import { isUniqueViolation, type Queryable } from "#db/pool.ts";
import type { Client } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";
import { comparable, masked } from "./auth.address.ts";
import { authJobs } from "./auth.jobs.ts";
import type { PasswordCheck } from "./auth.password-check.ts";
import {
  deleteVerifications,
  lockUser,
  replaceEmail,
  setEmailVerified,
  setPendingEmail,
  spendVerification,
  userByEmail,
  userOf,
  type Verification,
  verificationByToken,
} from "./auth.queries.ts";
import { tokenHash } from "./auth.token.ts";

type Dependencies = { db: Queryable; throttle: Throttle; enqueue: Enqueue; passwordCheck: PasswordCheck };

/** An account's address: that it is its owner's, and that it may become another. */
export function createEmailChange({ db, throttle, enqueue, passwordCheck }: Dependencies) {
  /** Counted for the account and for the mailbox: nobody's is filled, by one account or by many. */
  async function takeLetter(owner: OwnerId, email: string): Promise<void> {
    await throttle.take("verificationAccount", String(owner));
    await throttle.take("verificationMailbox", email);
  }

  /** Spends a link and does what it is for, unless that is no longer wanted. */
  async function follow(transaction: Queryable, hash: string, link: Verification, now: Date): Promise<string | null> {
    // Held first, here as elsewhere, so that nobody waits for a link while holding the user, and the other way round.
    const user = await lockUser(transaction, link.userId);
    if (!user || !(await spendVerification(transaction, link.userId, hash))) return null;
    if (link.email === user.pendingEmail) {
      await replaceEmail(transaction, user.id, link.email, now);
      await deleteVerifications(transaction, user.id);
      const address = masked(link.email);
      await enqueue(transaction, authJobs.notice, [{ to: user.email, notice: "email_changed", address }]);
      return "Tu correo electrónico se ha cambiado";
    }
    if (link.email !== user.email) return null;
    await setEmailVerified(transaction, user.id, now);
    await deleteVerifications(transaction, user.id, { of: link.email });
    return "Tu correo electrónico está confirmado";
  }

  return {
    async verifyEmail({ now, client }: { now: Date; client: Client }, token: string): Promise<{ message: string }> {
      await throttle.take("verificationAddress", client.address);
      const hash = tokenHash(token);
      const link = await verificationByToken(db, hash, now);
      const message =
        link &&
        (await db
          .transaction((transaction) => follow(transaction, hash, link, now))
          .catch((error: unknown) => {
            throw isUniqueViolation(error, "users_email_unique") ? emailTaken() : error;
          }));
      if (!message) throw new AppError("invalid_token", "Este enlace ha caducado o ya se ha usado.");
      return { message };
    },

    async sendVerification(owner: OwnerId): Promise<{ message: string }> {
      const user = await userOf(db, owner);
      if (!user) throw new AppError("unauthorized", "Unauthorized");
      if (user.isEmailVerified && user.pendingEmail === null) {
        return { message: "Tu correo electrónico ya está confirmado" };
      }
      const email = user.pendingEmail ?? user.email;
      await takeLetter(owner, email);
      await enqueue(db, authJobs.verification, [{ userId: owner, email }]);
      return { message: `Te hemos enviado un enlace a ${email}` };
    },

    async changeEmail(
      owner: OwnerId,
      now: Date,
      change: { email: string; currentPassword: string },
    ): Promise<{ message: string }> {
      const email = comparable(change.email);
      const checked = await passwordCheck.userKnowing(owner, change.currentPassword);
      if (email === checked.email) throw sameEmail();
      await throttle.take("verificationAccount", String(owner));
      if (await userByEmail(db, email)) throw emailTaken();
      await throttle.take("verificationMailbox", email);
      await db.transaction(async (transaction) => {
        const user = await passwordCheck.hold(transaction, owner, checked);
        if (email === user.email) throw sameEmail();
        await setPendingEmail(transaction, owner, email, now);
        await deleteVerifications(transaction, owner, { except: user.email });
        await enqueue(transaction, authJobs.verification, [{ userId: owner, email }]);
        const address = masked(email);
        await enqueue(transaction, authJobs.notice, [{ to: user.email, notice: "email_change_requested", address }]);
      });
      return { message: `Te hemos enviado un enlace a ${email}. Tu correo cambiará cuando lo abras.` };
    },

    async cancelEmailChange(owner: OwnerId, now: Date): Promise<void> {
      await db.transaction(async (transaction) => {
        const user = await lockUser(transaction, owner);
        if (!user) throw new AppError("unauthorized", "Unauthorized");
        await setPendingEmail(transaction, owner, null, now);
        await deleteVerifications(transaction, owner, { except: user.email });
      });
    },
  };
}

/** At the registration, or when a link comes to be opened after somebody else has registered with its address. */
export function emailTaken(): AppError {
  return new AppError("email_taken", "Ya existe una cuenta con este correo electrónico");
}

function sameEmail(): AppError {
  const message = "Este ya es tu correo electrónico";
  return new AppError("validation_failed", message, { issues: [{ path: "email", message }] });
}
