import type { User } from "@repasa/contract/auth.ts";
import { factorEndpoints, type PasskeyRequest, type ShownPasskey } from "@repasa/contract/factors.ts";
import { confirmed } from "#features/factors/factors.confirmation.ts";
import { callApi } from "#lib/api.ts";
import { NetworkError } from "#lib/api-error.ts";

/** A browser's or a device's refusal, in words for people. */
class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}

const loadLibrary = () =>
  import("@simplewebauthn/browser").catch((error: unknown) => {
    throw new NetworkError(error);
  });

/** A failure is told where the library is needed. */
export const preloadLibrary = (): void => void loadLibrary().catch(() => {});

export async function addPasskey(name: string) {
  const optionsJSON = await confirmed(() => callApi(factorEndpoints.preparePasskey));
  const { startRegistration } = await loadLibrary();
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, "No se ha creado ninguna llave de acceso. Inténtalo de nuevo.");
  });
  const { id, rawId, response } = credential;
  const { clientDataJSON, attestationObject, transports } = response;
  const body = {
    name,
    credential: {
      id,
      rawId,
      type: "public-key" as const,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  };
  // Whoever takes long with their device has to say again who they are.
  return confirmed(() => callApi(factorEndpoints.addPasskey, { body }));
}

/** Lets the user choose a passkey. */
export async function showPasskey(optionsJSON: PasskeyRequest): Promise<ShownPasskey> {
  const { startAuthentication } = await loadLibrary();
  const shown = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, "No se ha usado ninguna llave de acceso. Inténtalo de nuevo.");
  });
  const { id, rawId, response } = shown;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

export async function signInByPasskey(): Promise<User> {
  preloadLibrary();
  const passkey = await showPasskey(await callApi(factorEndpoints.passkeyRequest));
  return callApi(factorEndpoints.signInByPasskey, { body: { passkey } });
}

function inWords(error: unknown, givenUp: string): PasskeyError {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyError(givenUp, { cause: error });
  if (name === "InvalidStateError") {
    return new PasskeyError("Este dispositivo ya tiene una llave de acceso de tu cuenta", { cause: error });
  }
  return new PasskeyError("Este navegador no puede usar llaves de acceso aquí", { cause: error });
}
