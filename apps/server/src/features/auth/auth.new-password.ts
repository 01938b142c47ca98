import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { Client, SessionCookie } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";
import { comparable } from "./auth.address.ts";
import { authJobs } from "./auth.jobs.ts";
import { hashPassword } from "./auth.password.ts";
import type { PasswordCheck } from "./auth.password-check.ts";
import {
  deleteSessions,
  deleteVerifications,
  isResetToken,
  setPassword,
  spendResetToken,
  type UserRow,
} from "./auth.queries.ts";
import { tokenHash } from "./auth.token.ts";

type Dependencies = { db: Queryable; throttle: Throttle; enqueue: Enqueue; passwordCheck: PasswordCheck };

/** The two ways to a new password: with a link from the mailbox, or with the present one. */
export function createNewPassword({ db, throttle, enqueue, passwordCheck }: Dependencies) {
  /** What follows from any new password, as part of what sets it: whoever got in with the old one is out. */
  async function shutOut(transaction: Queryable, user: UserRow, sparedSession: string | null): Promise<void> {
    await deleteSessions(transaction, user.id, sparedSession);
    // With the pending address of the one who knew the old password, if it was theirs.
    await deleteVerifications(transaction, user.id, { except: user.email });
    await enqueue(transaction, authJobs.notice, [{ to: user.email, notice: "password_changed" }]);
  }

  return {
    /** Does the same for every address, so that neither the answer nor its time tells whether it has an account. */
    async requestReset(client: Client, address: string): Promise<{ message: string }> {
      const email = comparable(address);
      await throttle.take("resetAddress", client.address);
      await throttle.take("resetAccount", email);
      await enqueue(db, authJobs.reset, [{ email }]);
      return { message: "Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecerla." };
    },

    async setNewPassword(
      { now, client }: { now: Date; client: Client },
      { token, password }: { token: string; password: string },
    ): Promise<{ message: string }> {
      await throttle.take("newPasswordAddress", client.address);
      const hash = tokenHash(token);
      // Looked up first, so that guessing costs a look-up and no password hash; spent by whoever comes first.
      const passwordHash = (await isResetToken(db, hash, now)) && (await hashPassword(password));
      const user =
        passwordHash &&
        (await db.transaction(async (transaction) => {
          const spender = await spendResetToken(transaction, hash, passwordHash, now);
          if (spender) await shutOut(transaction, spender, null);
          return spender;
        }));
      if (!user) {
        throw new AppError(
          "invalid_token",
          "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
        );
      }
      await throttle.forget("loginAccount", user.email);
      return { message: "Tu contraseña se ha actualizado correctamente" };
    },

    /** Ends all other sessions; the one that asks goes on. */
    async changePassword(
      owner: OwnerId,
      { now, cookie }: { now: Date; cookie: SessionCookie },
      { currentPassword, password }: { currentPassword: string; password: string },
    ): Promise<{ message: string }> {
      const checked = await passwordCheck.userKnowing(owner, currentPassword);
      const passwordHash = await hashPassword(password);
      await db.transaction(async (transaction) => {
        const user = await passwordCheck.hold(transaction, owner, checked);
        await setPassword(transaction, owner, passwordHash, now);
        await shutOut(transaction, user, cookie.token && tokenHash(cookie.token));
      });
      await throttle.forget("loginAccount", checked.email);
      return { message: "Tu contraseña se ha actualizado correctamente" };
    },
  };
}
