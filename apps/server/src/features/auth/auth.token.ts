import { hash, randomBytes } from "node:crypto";

/** How long the link of a mail can reset a password. */
export const RESET_MS = 30 * 60_000;

export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash under which a secret is stored, from which the secret cannot be recovered. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}
