import { authEndpoints } from "@repasa/contract/auth.ts";
import { useChange } from "#lib/use-change.ts";

/** The answer has the token with which a new password is set. */
export function useUndoEmail(token: string) {
  return useChange(authEndpoints.undoEmailChange, { input: () => ({ body: { token } }) });
}
