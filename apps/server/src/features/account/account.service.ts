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
  /** Told, in the same transaction, that the wish for reminders may have changed. */
  remindersChanged: (db: Queryable, owner: OwnerId, moment: Moment) => Promise<void>;
  /** Ends whatever the user could still be charged for; when it fails, the account stays. */
  endPayments: (owner: OwnerId) => Promise<void>;
};

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, throttle, defaultRetention, remindersChanged, endPayments }: Dependencies) {
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
      return db.transaction(async (transaction) => {
        const row = await upsertPreferences(transaction, owner, changes, moment.now);
        if (changes.reminder !== undefined || changes.reminderHour !== undefined) {
          await remindersChanged(transaction, owner, moment);
        }
        return preferencesOf(row);
      });
    },

    /** Keeps whether the user wants reminders, as part of what the caller does about it. */
    async setReminder(db: Queryable, owner: OwnerId, reminder: boolean, now: Date): Promise<void> {
      await upsertPreferences(db, owner, { reminder }, now);
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
        await endPayments(owner);
        try {
          const outcome = await deleteUser(db, owner);
          if (outcome === "deleted") return;
          if (outcome === "gone") throw new AppError("unauthorized", "Unauthorized");
          if (tries === DELETION_TRIES)
            throw new AppError("conflict", "Termina el pago que has empezado e inténtalo de nuevo");
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
