import { hash, randomBytes } from "node:crypto";

export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash under which a secret is stored, from which the secret cannot be recovered. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}
