import type { Context } from "#context.ts";
import { isRateLimited } from "#platform/http/throttle.ts";

export function normaliseEmail(email: string): string {
  return email.toLowerCase();
}

/** An address that its owner recognises and nobody else learns: `m•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email.slice(0, 1) : ""}•••${email.slice(at)}`;
}

/** A mailbox that others fill with letters must not keep its owner from what they do. */
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
