import { judgePassword, type PasswordOwner, selectCommonPasswords } from "@repasa/contract/auth.passwords.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Loaded when somebody first chooses a password, because the list takes 3 MB and blocks the thread for a moment. */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(selectCommonPasswords(dictionary["passwords-common"]));
}

/** Refuses new passwords that an attacker tries first. */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  common ??= loadCommonPasswords().catch((error: unknown) => {
    // A failure may be temporary, so the next call loads the list again.
    common = undefined;
    throw error;
  });
  const message = judgePassword(password, owner, await common);
  if (message !== null) throw new AppError("validation_failed", message, { issues: [{ path: "password", message }] });
}
