import { type AddedFactor, factorEndpoints, type Passkey } from "@repasa/contract/factors.ts";
import { confirmed, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, hasCode, NetworkError } from "#lib/api-error.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { issuesByField } from "#lib/use-form.ts";
import { announce } from "#ui/announcer.tsx";

export const factorsQuery = () => endpointQuery(factorEndpoints.factors, {}, { staleTime: 0 });

/** Undefined where the user knows already: they closed the dialog that asked who they are. */
const unlessClosed = (failure: string) => (error: unknown) => (isConfirmationMissing(error) ? undefined : failure);

/** Awaited before each call that creates codes: without it nobody would ever see them. */
export async function loadCodesDialog() {
  try {
    const { RecoveryCodesDialog } = await import("#features/factors/components/recovery-codes-dialog.tsx");
    return RecoveryCodesDialog;
  } catch (error) {
    return asNetworkError(error);
  }
}

/** The browser's own words about code that did not arrive are for nobody. */
function asNetworkError(error: unknown): never {
  throw new NetworkError(error);
}

const loadPasskeys = () => import("#features/factors/factors.passkeys.ts").catch(asNetworkError);

/** Ahead of the press: a browser may refuse to ask the device for it long afterwards. */
export function preloadPasskeys(): void {
  loadPasskeys().then(
    (passkeys) => passkeys.preloadLibrary(),
    () => {},
  );
}

export function useAddPasskey(onAdded: (added: AddedFactor) => void) {
  return useChange(factorEndpoints.addPasskey, {
    // Made by `call`, which asks the device for the rest.
    input: () => ({}) as never,
    call: async (name: string) => {
      const [{ addPasskey }] = await Promise.all([loadPasskeys(), loadCodesDialog()]);
      return addPasskey(name);
    },
    failure: unlessClosed("No se pudo añadir la llave de acceso. Inténtalo de nuevo."),
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

/** Somebody has removed it in another tab, which is what was wanted. */
async function unlessGone(call: Promise<undefined>): Promise<undefined> {
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
    call: ({ id }) => unlessGone(confirmed(() => callApi(factorEndpoints.removePasskey, { params: { id } }))),
    failure: unlessClosed("No se pudo quitar la llave de acceso. Inténtalo de nuevo."),
    success: "Llave de acceso quitada y otras sesiones cerradas",
  });
}

export function usePrepareApp() {
  return useChange(factorEndpoints.prepareApp, {
    input: () => ({}),
    call: () => confirmed(() => callApi(factorEndpoints.prepareApp)),
    failure: unlessClosed("No se pudo preparar la aplicación. Inténtalo de nuevo."),
  });
}

export function useAddApp() {
  return useChange(factorEndpoints.addApp, {
    input: (body: { code: string }) => ({ body }),
    call: async (body) => {
      await loadCodesDialog();
      return confirmed(() => callApi(factorEndpoints.addApp, { body }));
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
    call: () => unlessGone(confirmed(() => callApi(factorEndpoints.removeApp))),
    failure: unlessClosed("No se pudo quitar la aplicación. Inténtalo de nuevo."),
    success: "Aplicación de códigos quitada y otras sesiones cerradas",
  });
}

export function useRenewCodes(onRenewed: (codes: readonly string[]) => void) {
  return useChange(factorEndpoints.renewRecoveryCodes, {
    input: () => ({}),
    call: async () => {
      await loadCodesDialog();
      return confirmed(() => callApi(factorEndpoints.renewRecoveryCodes));
    },
    failure: unlessClosed("No se pudieron crear los códigos. Inténtalo de nuevo."),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
}

/** What to say at the field of a code. */
export function codeErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "invalid_credentials") return { code: error.serverMessage ?? "El código no es correcto" };
  return issuesByField(error);
}
