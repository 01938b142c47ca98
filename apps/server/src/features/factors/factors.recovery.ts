import { createHash, randomBytes } from "node:crypto";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { factorsJobs } from "./factors.jobs.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  selectHasFactor,
  spendRecoveryCode,
} from "./factors.queries.ts";

const CODE_COUNT = 10;
/** Crockford's alphabet, which leaves out letters that are easily misread. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
/** 24 characters hold 120 bits. From 112 bits on, ASVS 6.5.2 requires no salted and slow hash. */
const LENGTH = 24;
/** Earlier codes have 80 bits. They work until they are used or replaced (decision 068). */
const EARLIER_LENGTH = 16;

/** Returns a code in groups of four characters, as it is displayed. */
export function createRecoveryCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? "";
}

/** Returns the hash of a code as it was typed; null if it cannot be a recovery code. */
export function hashRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  if (letters.length !== LENGTH && letters.length !== EARLIER_LENGTH) return null;
  if ([...letters].some((one) => !LETTERS.includes(one))) return null;
  return createHash("sha256").update(letters).digest("hex");
}

/** Replaces the remaining codes with ten new ones, and returns them. */
export async function replaceRecoveryCodes(db: Queryable, owner: OwnerId, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, createRecoveryCode);
  await deleteRecoveryCodes(db, owner);
  await insertRecoveryCodes(
    db,
    owner,
    codes.map((code) => hashRecoveryCode(code) as string),
    now,
  );
  return codes;
}

/** Creates recovery codes if the factor that was just added is the first one. Returns null otherwise. */
export async function createFirstRecoveryCodes(db: Queryable, owner: OwnerId, now: Date): Promise<string[] | null> {
  return (await countRecoveryCodes(db, owner)) > 0 ? null : replaceRecoveryCodes(db, owner, now);
}

/** Deletes the recovery codes after the last factor was removed, as they would have nothing to recover. */
export async function deleteUnneededCodes(db: Queryable, owner: OwnerId): Promise<void> {
  if (!(await selectHasFactor(db, owner))) await deleteRecoveryCodes(db, owner);
}

/** Spends a code within the caller's transaction. Returns false if there is no such code. */
export async function redeemRecoveryCode(
  { enqueue }: Pick<Context, "enqueue">,
  db: Queryable,
  owner: OwnerId,
  hash: string,
): Promise<boolean> {
  if (!(await spendRecoveryCode(db, owner, hash))) return false;
  const left = await countRecoveryCodes(db, owner);
  await enqueue(db, factorsJobs.notice, [{ userId: owner, notice: "recovery_code_used", left }]);
  return true;
}
