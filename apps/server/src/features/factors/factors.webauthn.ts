import { createHash, randomBytes } from "node:crypto";
import type { NewPasskey, PasskeyRequest, ShownPasskey } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { hashToken } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import {
  type KnownPasskey,
  type PasskeyRow,
  selectPasskey,
  spendChallenge,
  updatePasskeyUse,
  upsertChallenge,
} from "./factors.queries.ts";

// Loaded on first use, because loading the library takes a third of a second.
const loadLibrary = () => import("@simplewebauthn/server");

export const CHALLENGE_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-8, -7, -257];

/** The limit that WebAuthn sets for credential ids. */
const MAX_CREDENTIAL_ID_BYTES = 1023;

type Purpose = "add" | "confirm" | "sign-in" | "second-factor";
/** The secret of the browser that a challenge is for, and the challenge's purpose. */
export type Browser = { token: string; purpose: Purpose };

/** Passkeys are bound to the configured address. */
export function getRelyingParty({ appUrl }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(appUrl());
  return { id: hostname, origin };
}

/** Returns the id of the account for authenticators: the same for all of its passkeys, and without information about its owner. */
export function computeUserHandle(owner: OwnerId): string {
  return createHash("sha256").update(`repasa passkeys of ${owner}`).digest("base64url");
}

/** Creates a random challenge, which can be signed once and within five minutes. */
export async function createChallenge(ctx: Context, { token, purpose }: Browser, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await upsertChallenge(ctx.db, { browserHash: hashToken(token), purpose, challenge, expiresAt, now });
  return challenge;
}

/** Creates a request for one of these passkeys or, without any, for any passkey of the browser. */
export async function createPasskeyRequest(
  ctx: Context,
  browser: Browser,
  now: Date,
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyRequest> {
  return {
    challenge: await createChallenge(ctx, browser, now),
    rpId: getRelyingParty(ctx).id,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: passkeys.map(toDescriptor),
  };
}

type Descriptor = PasskeyRequest["allowCredentials"][number];
/** The known ways to reach an authenticator. Other values that a client sends are dropped. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

export function toDescriptor({ credentialId, transports }: PasskeyRow): Descriptor {
  return { id: credentialId, type: "public-key", transports };
}

export type VerifiedPasskey = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** Returns the passkey that a browser has created for a challenge; undefined if it does not match the request. */
export async function verifyNewPasskey(
  ctx: Context,
  challenge: string,
  { response, ...credential }: NewPasskey,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { id, origin } = getRelyingParty(ctx);
  const { transports: _, ...signed } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => logRefusal(ctx, error));
  if (!verified?.verified) return undefined;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  // The library reads the id from the attestation and does not compare it with the one that the browser sends.
  if (credentialId !== credential.id || Buffer.byteLength(credentialId, "base64url") > MAX_CREDENTIAL_ID_BYTES)
    return undefined;
  const transports = TRANSPORTS.filter((one) => response.transports?.includes(one));
  return { credentialId, publicKey, counter, transports };
}

/** Returns the passkey that signed the browser's challenge. Throws if there is none. */
export async function verifyPasskey(
  ctx: Context,
  { token, purpose }: Browser,
  shown: ShownPasskey,
  now: Date,
): Promise<KnownPasskey> {
  const challenge = await spendChallenge(ctx.db, hashToken(token), purpose, now);
  const passkey = challenge === undefined ? undefined : await selectPasskey(ctx.db, shown.id);
  if (challenge === undefined || !passkey) throw wrongPasskey();
  // If the request names the passkeys, an authenticator may leave out the user handle.
  const { userHandle, ...signed } = shown.response;
  if (userHandle === undefined ? purpose === "sign-in" : userHandle !== computeUserHandle(passkey.userId))
    throw wrongPasskey();
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { id, origin } = getRelyingParty(ctx);
  const verified = await verifyAuthenticationResponse({
    response: { ...shown, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch((error: unknown) => logRefusal(ctx, error));
  if (!verified?.verified) throw wrongPasskey();
  const use = { before: passkey.counter, after: verified.authenticationInfo.newCounter, now };
  if (!(await updatePasskeyUse(ctx.db, passkey.userId, passkey.id, use))) throw wrongPasskey();
  return passkey;
}

/** Handles the errors that the library throws at invalid input: bytes that are not CBOR, another origin, a lower counter. */
function logRefusal({ log }: Context, error: unknown): undefined {
  log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : "unknown" }, "a passkey was refused");
  return undefined;
}

export function wrongPasskey(): AppError {
  return new AppError("invalid_credentials", "No se pudo comprobar la llave de acceso. Inténtalo de nuevo.");
}
