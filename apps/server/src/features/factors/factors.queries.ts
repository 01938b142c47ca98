import { hasFactor } from "#features/auth/auth.queries.ts";
import { accountLock } from "#features/auth/locking/locking.queries.ts";
import { and, asc, count, eq, gt, isNull, lt, lte, or, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { users } from "#schema/auth.ts";
import { authenticatorApps, passkeyChallenges, passkeys, recoveryCodes, signInSteps } from "#schema/factors.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;
export type AppRow = typeof authenticatorApps.$inferSelect;

/** Locks the account: factors are added and removed one after another. */
export async function lockOwner(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(accountLock(owner));
}

export async function selectPasskeys(db: Queryable, owner: OwnerId): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, owner))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** A passkey with its user's current password hash: if a new password is set during a sign-in with the passkey, no session starts. */
export type KnownPasskey = PasskeyRow & { passwordHash: string };

export async function selectPasskey(db: Queryable, credentialId: string): Promise<KnownPasskey | undefined> {
  const [row] = await db
    .select({ passkey: passkeys, passwordHash: users.passwordHash })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row && { ...row.passkey, passwordHash: row.passwordHash };
}

/** Returns false if the passkey already belongs to an account. */
export async function insertPasskey(
  db: Queryable,
  owner: OwnerId,
  passkey: Omit<typeof passkeys.$inferInsert, "userId">,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(passkeys)
    .values({ ...passkey, userId: owner })
    .onConflictDoNothing({ target: passkeys.credentialId });
  return rowCount === 1;
}

/** Stores the passkey's counter. Returns false if it was used or removed in the meantime: only a copied passkey is used twice at once. */
export async function updatePasskeyUse(
  db: Queryable,
  owner: OwnerId,
  id: string,
  { before, after, now }: { before: number; after: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter: after, lastUsedAt: now })
    .where(isOwn(passkeys, owner, { id, counter: before }));
  return rowCount === 1;
}

export async function updatePasskeyName(db: Queryable, owner: OwnerId, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db
    .update(passkeys)
    .set({ name })
    .where(isOwn(passkeys, owner, { id }));
  return rowCount === 1;
}

export async function deletePasskey(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(passkeys).where(isOwn(passkeys, owner, { id }));
  return rowCount === 1;
}

export async function selectApp(db: Queryable, owner: OwnerId): Promise<AppRow | undefined> {
  const [row] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, owner));
  return row;
}

/** Stores the secret of an app that is being set up. Returns false if there is an active app, which is not replaced. */
export async function insertApp(db: Queryable, owner: OwnerId, secret: string, now: Date): Promise<boolean> {
  const values = { secret, active: false, lastStep: null, createdAt: now };
  const { rowCount } = await db
    .insert(authenticatorApps)
    .values({ ...values, userId: owner })
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: values,
      setWhere: eq(authenticatorApps.active, false),
    });
  return rowCount === 1;
}

/** Records the use of a code. Returns false if the code of its time step, or a later one, was used before. */
export async function spendTimeStep(
  db: Queryable,
  owner: OwnerId,
  { secret, active, createdAt }: AppRow,
  step: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(authenticatorApps)
    .set({ lastStep: step, active: true, createdAt })
    .where(
      and(
        eq(authenticatorApps.userId, owner),
        eq(authenticatorApps.secret, secret),
        eq(authenticatorApps.active, active),
        or(isNull(authenticatorApps.lastStep), lt(authenticatorApps.lastStep, step)),
      ),
    );
  return rowCount === 1;
}

export async function deleteApp(db: Queryable, owner: OwnerId): Promise<boolean> {
  const { rowCount } = await db.delete(authenticatorApps).where(isOwn(authenticatorApps, owner, { active: true }));
  return rowCount === 1;
}

/** Returns whether the account has a passkey or an active app. */
export async function selectHasFactor(db: Queryable, owner: OwnerId): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select ${hasFactor(owner)} as has`);
  return rows[0]?.has === true;
}

/** Returns whether the account has a factor that it already had at an instant. */
export async function selectHadFactor(db: Queryable, owner: OwnerId, instant: Date): Promise<boolean> {
  const at = instant.toISOString();
  const { rows } = await db.execute<{ had: boolean }>(sql`
    select exists (select 1 from ${passkeys} where user_id = ${owner} and created_at <= ${at}::timestamptz)
      or exists (
        select 1 from ${authenticatorApps} where user_id = ${owner} and active and created_at <= ${at}::timestamptz
      ) as had`);
  return rows[0]?.had === true;
}

/**
 * Deletes the factors added after an instant, or all of them, with the recovery codes made since then. All codes are deleted with
 * the last factor. Returns how many of each were deleted.
 */
export async function deleteFactors(
  db: Queryable,
  owner: OwnerId,
  after?: Date,
): Promise<{ factors: number; codes: number }> {
  const keys = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, owner), after && gt(passkeys.createdAt, after)))
    .returning({ id: passkeys.id });
  const apps = await db
    .delete(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, owner), after && gt(authenticatorApps.createdAt, after)))
    .returning({ active: authenticatorApps.active });
  const isCodesAge = (await selectHasFactor(db, owner)) ? after && gt(recoveryCodes.createdAt, after) : undefined;
  const codes = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, owner), isCodesAge))
    .returning({ hash: recoveryCodes.codeHash });
  return { factors: keys.length + apps.filter(({ active }) => active).length, codes: codes.length };
}

export async function countRecoveryCodes(db: Queryable, owner: OwnerId): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, owner));
  return row?.left ?? 0;
}

export async function insertRecoveryCodes(
  db: Queryable,
  owner: OwnerId,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId: owner, codeHash, createdAt: now })));
}

export async function deleteRecoveryCodes(db: Queryable, owner: OwnerId): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, owner));
}

/** Returns false if there is no such code. A used code is deleted, so that only one call finds it. */
export async function spendRecoveryCode(db: Queryable, owner: OwnerId, codeHash: string): Promise<boolean> {
  const { rowCount } = await db.delete(recoveryCodes).where(isOwn(recoveryCodes, owner, { codeHash }));
  return rowCount === 1;
}

export async function deleteExpiredSteps(db: Queryable, now: Date): Promise<void> {
  await db.delete(signInSteps).where(lte(signInSteps.expiresAt, now));
}

export async function insertStep(
  db: Queryable,
  owner: OwnerId,
  step: Omit<typeof signInSteps.$inferInsert, "userId">,
): Promise<void> {
  await db.insert(signInSteps).values({ ...step, userId: owner });
}

export type StepRow = { userId: OwnerId; passwordHash: string };

export async function selectStep(db: Queryable, tokenHash: string, now: Date): Promise<StepRow | undefined> {
  const [row] = await db
    .select({ userId: signInSteps.userId, passwordHash: signInSteps.passwordHash })
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, tokenHash), gt(signInSteps.expiresAt, now)));
  return row;
}

/** Counts an attempt at a sign-in step; undefined if it does not exist, has expired, or had `maxTries` before. */
export async function countStepTry(
  db: Queryable,
  tokenHash: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<(StepRow & { tries: number }) | undefined> {
  const [row] = await db
    .update(signInSteps)
    .set({ tries: sql`${signInSteps.tries} + 1` })
    .where(and(eq(signInSteps.tokenHash, tokenHash), gt(signInSteps.expiresAt, now), lt(signInSteps.tries, maxTries)))
    .returning({ userId: signInSteps.userId, passwordHash: signInSteps.passwordHash, tries: signInSteps.tries });
  return row;
}

/** Deletes a sign-in step. Returns false if another call has used it. */
export async function spendStep(db: Queryable, owner: OwnerId, tokenHash: string): Promise<boolean> {
  const { rowCount } = await db.delete(signInSteps).where(isOwn(signInSteps, owner, { tokenHash }));
  return rowCount === 1;
}

export async function deleteSteps(db: Queryable, owner: OwnerId): Promise<void> {
  await db.delete(signInSteps).where(eq(signInSteps.userId, owner));
}

/** Stores a challenge. It replaces the one that the browser had for the same purpose. */
export async function upsertChallenge(
  db: Queryable,
  { now, ...row }: typeof passkeyChallenges.$inferInsert & { now: Date },
): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
  await db
    .insert(passkeyChallenges)
    .values(row)
    .onConflictDoUpdate({
      target: [passkeyChallenges.browserHash, passkeyChallenges.purpose],
      set: { challenge: row.challenge, expiresAt: row.expiresAt },
    });
}

/** Deletes the challenge and returns it, so that only one call finds it; undefined if it has expired. */
export async function spendChallenge(
  db: Queryable,
  browserHash: string,
  purpose: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.browserHash, browserHash), eq(passkeyChallenges.purpose, purpose)))
    .returning({ challenge: passkeyChallenges.challenge, expiresAt: passkeyChallenges.expiresAt });
  return row && row.expiresAt > now ? row.challenge : undefined;
}
