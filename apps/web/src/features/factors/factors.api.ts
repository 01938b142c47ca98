import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import type { AddedFactor, Passkey } from "@repasa/contract/factors.ts";
import { callWithConfirmation, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, hasCode, NetworkError } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { issuesByField } from "#lib/use-form.ts";
import { announce } from "#ui/announcer.tsx";

export const factorsQuery = () => endpointQuery(factorEndpoints.factors, {}, { staleTime: 0 });

/** Suppresses the toast if the user has closed the confirmation dialog. */
const failureUnlessCancelled = (failure: string) => (error: unknown) =>
  isConfirmationMissing(error) ? undefined : failure;

/** Must be awaited before each call that creates recovery codes: without the dialog they would never be seen. */
export async function loadCodesDialog() {
  try {
    const { RecoveryCodesDialog } = await import("#features/factors/components/recovery-codes-dialog.tsx");
    return RecoveryCodesDialog;
  } catch (error) {
    return throwNetworkError(error);
  }
}

/** Converts the error of a failed import, whose message is not meant for users. */
function throwNetworkError(error: unknown): never {
  throw new NetworkError(error);
}

const loadPasskeys = () => import("#features/factors/factors.passkeys.ts").catch(throwNetworkError);

/** Called before the click, because a browser may refuse a passkey if too much time passes after the click. */
export function preloadPasskeys(): void {
  loadPasskeys().then(
    (passkeys) => passkeys.preloadLibrary(),
    () => {},
  );
}

export function useAddPasskey(onAdded: (added: AddedFactor) => void) {
  return useChange(factorEndpoints.addPasskey, {
    // Unused: `call` creates the request with the credential of the device.
    input: () => ({}) as never,
    call: async (name: string) => {
      const [{ addPasskey }] = await Promise.all([loadPasskeys(), loadCodesDialog()]);
      return addPasskey(name);
    },
    failure: failureUnlessCancelled("No se pudo añadir la llave de acceso. Inténtalo de nuevo."),
    onSuccess: onAdded,
  });
}

export function useRenamePasskey() {
  return useChange(factorEndpoints.renamePasskey, {
    input: ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
    failure: "No se pudo cambiar el nombre. Inténtalo de nuevo.",
    onSuccess: () => announce("Nombre cambiado"),
  });
}

/** Treats a factor that has already been removed, for example in another tab, as a success. */
async function ignoreNotFound(call: Promise<undefined>): Promise<undefined> {
  try {
    return await call;
  } catch (error) {
    if (!hasCode(error, "not_found")) throw error;
    return undefined;
  }
}

export function useRemovePasskey(onSuccess: () => void) {
  return useChange(factorEndpoints.removePasskey, {
    onSuccess,
    input: ({ id }: Passkey) => ({ params: { id } }),
    call: ({ id }) =>
      ignoreNotFound(callWithConfirmation(() => callApi(factorEndpoints.removePasskey, { params: { id } }))),
    failure: failureUnlessCancelled("No se pudo quitar la llave de acceso. Inténtalo de nuevo."),
    success: "Llave de acceso quitada y otras sesiones cerradas",
  });
}

export function usePrepareApp() {
  return useChange(factorEndpoints.prepareApp, {
    input: () => ({}),
    call: () => callWithConfirmation(() => callApi(factorEndpoints.prepareApp)),
    failure: failureUnlessCancelled("No se pudo preparar la aplicación. Inténtalo de nuevo."),
  });
}

export function useAddApp() {
  return useChange(factorEndpoints.addApp, {
    input: (body: { code: string }) => ({ body }),
    call: async (body) => {
      await loadCodesDialog();
      return callWithConfirmation(() => callApi(factorEndpoints.addApp, { body }));
    },
    failure: (error) =>
      isConfirmationMissing(error) || codeErrors(error).code
        ? undefined
        : "No se pudo activar la aplicación. Inténtalo de nuevo.",
  });
}

export function useRemoveApp(onSuccess: () => void) {
  return useChange(factorEndpoints.removeApp, {
    onSuccess,
    input: () => ({}),
    call: () => ignoreNotFound(callWithConfirmation(() => callApi(factorEndpoints.removeApp))),
    failure: failureUnlessCancelled("No se pudo quitar la aplicación. Inténtalo de nuevo."),
    success: "Aplicación de códigos quitada y otras sesiones cerradas",
  });
}

export function useRenewCodes(onRenewed: (codes: readonly string[]) => void) {
  return useChange(factorEndpoints.renewRecoveryCodes, {
    input: () => ({}),
    call: async () => {
      await loadCodesDialog();
      return callWithConfirmation(() => callApi(factorEndpoints.renewRecoveryCodes));
    },
    failure: failureUnlessCancelled("No se pudieron crear los códigos. Inténtalo de nuevo."),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
}

/** Returns the errors of the field for a code. */
export function codeErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "invalid_credentials") return { code: error.serverMessage ?? "El código no es correcto" };
  return issuesByField(error);
}
