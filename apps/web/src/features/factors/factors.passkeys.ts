import type { User } from "@repasa/contract/auth.ts";
import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import type { PasskeyRequest, ShownPasskey } from "@repasa/contract/factors.ts";
import { callWithConfirmation } from "#features/factors/factors.confirmation.ts";
import { callApi } from "#lib/api.ts";
import { NetworkError } from "#lib/api-error.ts";
import { replaceLeftSession } from "#lib/left-session.ts";

/** A refusal by the browser or the device, with a message for the user. */
class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}

const loadLibrary = () =>
  import("@simplewebauthn/browser").catch((error: unknown) => {
    throw new NetworkError(error);
  });

/** Ignores a failure, which is reported when the library is needed. */
export const preloadLibrary = (): void => void loadLibrary().catch(() => {});

export async function addPasskey(name: string) {
  const optionsJSON = await callWithConfirmation(() => callApi(factorEndpoints.preparePasskey));
  const { startRegistration } = await loadLibrary();
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw toPasskeyError(error, "No se ha creado ninguna llave de acceso. Inténtalo de nuevo.");
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
  // The confirmation may have expired while the user was busy with their device.
  return callWithConfirmation(() => callApi(factorEndpoints.addPasskey, { body }));
}

/** Lets the user choose a passkey, and signs the challenge with it. */
export async function requestPasskey(optionsJSON: PasskeyRequest): Promise<ShownPasskey> {
  const { startAuthentication } = await loadLibrary();
  const shown = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw toPasskeyError(error, "No se ha usado ninguna llave de acceso. Inténtalo de nuevo.");
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
  const passkey = await requestPasskey(await callApi(factorEndpoints.passkeyRequest));
  return replaceLeftSession((options) => callApi(factorEndpoints.signInByPasskey, { body: { passkey } }, options));
}

function toPasskeyError(error: unknown, givenUp: string): PasskeyError {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyError(givenUp, { cause: error });
  if (name === "InvalidStateError") {
    return new PasskeyError("Este dispositivo ya tiene una llave de acceso de tu cuenta", { cause: error });
  }
  return new PasskeyError("Este navegador no puede usar llaves de acceso aquí", { cause: error });
}
