import type { Context } from "#context.ts";
import { isRateLimited } from "#platform/http/throttle.ts";

export function normaliseEmail(email: string): string {
  return email.toLowerCase();
}

/** Shortens an address so that its owner recognises it and nobody else learns it: `m•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email.slice(0, 1) : ""}•••${email.slice(at)}`;
}

/** Counts a letter to a mailbox, and returns false instead of throwing if it has had too many, so that the call itself can succeed. */
export async function takeMailboxRoom(
  { throttle }: Pick<Context, "throttle">,
  rule: "verificationMailbox" | "noticeMailbox",
  email: string,
): Promise<boolean> {
  try {
    await throttle.take(rule, email);
    return true;
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}
