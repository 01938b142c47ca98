import type { Preferences } from "@repasa/contract/account.ts";
import { AppError } from "#app-error.ts";
import { isLockTimeout, type Queryable } from "#db/pool.ts";
import type { Client } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  deleteUser,
  insertAccessEvent,
  type PreferenceChanges,
  type PreferencesRow,
  selectPreferences,
  upsertPreferences,
} from "./account.queries.ts";

const DELETION_TRIES = 20;

type Dependencies = {
  db: Queryable;
  throttle: Throttle;
  /** The product's desired retention, 0.80 to 0.95, for who has not chosen one. */
  defaultRetention: number;
};

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, throttle, defaultRetention }: Dependencies) {
  function preferencesOf(row: PreferencesRow | undefined): Preferences {
    return {
      theme: row?.theme ?? "system",
      shortcuts: row?.shortcuts ?? true,
      desiredRetention: row?.desiredRetention ?? defaultRetention,
      newCardsPerDay: row?.newCardsPerDay ?? null,
      reminder: row?.reminder ?? false,
      reminderHour: row?.reminderHour ?? 18,
    };
  }

  return {
    async preferences(owner: OwnerId): Promise<Preferences> {
      return preferencesOf(await selectPreferences(db, owner));
    },

    async setPreferences(owner: OwnerId, moment: Moment, changes: PreferenceChanges): Promise<Preferences> {
      return preferencesOf(await upsertPreferences(db, owner, changes, moment.now));
    },

    async trackAccess(
      owner: OwnerId | null,
      moment: Moment,
      client: Client,
      { email, mobile }: { email: string; mobile: boolean },
    ): Promise<void> {
      await throttle.take("accessAddress", client.address);
      await insertAccessEvent(db, { userId: owner, email: comparable(email), mobile, createdAt: moment.now });
    },

    async deleteAccount(owner: OwnerId): Promise<void> {
      for (let tries = 1; ; tries++) {
        try {
          if (await deleteUser(db, owner)) return;
          throw new AppError("unauthorized", "Unauthorized");
        } catch (error) {
          if (!isLockTimeout(error) || tries === DELETION_TRIES) throw error;
        }
      }
    },
  };
}

// As accounts keep theirs, so that deleting an account finds it. Lower case can be longer: "İ" becomes two characters.
function comparable(email: string): string {
  return email.toLowerCase().slice(0, 255);
}
