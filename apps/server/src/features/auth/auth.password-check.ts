import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { Throttle } from "#http/throttle.ts";
import type { OwnerId } from "#owner.ts";
import { verifyPassword } from "./auth.password.ts";
import { lockUser, type UserRow, userOf } from "./auth.queries.ts";

type Dependencies = { db: Queryable; throttle: Throttle };

/** Makes sure that who changes an account knows its password: a session may be a stolen one, or a screen left open. */
export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

export function createPasswordCheck({ db, throttle }: Dependencies) {
  return {
    /** The user, if the password is theirs. Tries are counted for the account, apart from those at the login. */
    async userKnowing(owner: OwnerId, password: string): Promise<UserRow> {
      const tries = String(owner);
      await throttle.take("passwordAccount", tries);
      const user = await userOf(db, owner);
      if (!user) throw new AppError("unauthorized", "Unauthorized");
      if (!(await verifyPassword(password, user.passwordHash))) throw wrongPassword();
      await throttle.forget("passwordAccount", tries);
      return user;
    },

    /** The same user, held until the transaction ends, if the password that was checked is still theirs. */
    async hold(transaction: Queryable, owner: OwnerId, checked: UserRow): Promise<UserRow> {
      const user = await lockUser(transaction, owner);
      if (!user) throw new AppError("unauthorized", "Unauthorized");
      if (user.passwordHash !== checked.passwordHash) throw wrongPassword();
      return user;
    },
  };
}

function wrongPassword(): AppError {
  return new AppError("invalid_credentials", "La contraseña actual no es correcta");
}
