import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { useChange } from "#lib/use-change.ts";

/** The response contains the token that allows setting a new password. */
export function useUndoEmail(token: string) {
  return useChange(authEndpoints.undoEmailChange, { input: () => ({ body: { token } }) });
}
