import { hash, randomBytes } from "node:crypto";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret: it cannot be turned back into the secret. */
export function tokenHash(token: string): string {
  return hash("sha256", token, "hex");
}
