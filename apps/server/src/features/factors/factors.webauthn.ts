import { createHash, randomBytes } from "node:crypto";
import type { NewPasskey, PasskeyRequest, ShownPasskey } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { tokenHash } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import {
  type KnownPasskey,
  notePasskeyUse,
  type PasskeyRow,
  selectPasskey,
  spendChallenge,
  upsertChallenge,
} from "./factors.queries.ts";

// The library takes a third of a second to load, which a server that nobody shows a passkey can do without.
const loadLibrary = () => import("@simplewebauthn/server");

export const CHALLENGE_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-8, -7, -257];

/** In bytes, as WebAuthn bounds what an authenticator may call a passkey. */
const LONGEST_ID = 1023;

export type Purpose = "add" | "confirm" | "sign-in" | "second-factor";
/** The secret of the browser that a challenge is for, and what it is for. */
export type Browser = { token: string; purpose: Purpose };

/** Passkeys belong to the configured address alone. */
export function relyingParty({ appUrl }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(appUrl());
  return { id: hostname, origin };
}

/** What authenticators know an account by: the same for all of its passkeys, and saying nothing of its owner. */
export function userHandleOf(owner: OwnerId): string {
  return createHash("sha256").update(`repasa passkeys of ${owner}`).digest("base64url");
}

/** Something random to sign, once and within five minutes. */
export async function newChallenge(ctx: Context, { token, purpose }: Browser, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await upsertChallenge(ctx.db, { browserHash: tokenHash(token), purpose, challenge, expiresAt, now });
  return challenge;
}

/** Asks for one of these passkeys, or without any for whatever the browser knows. */
export async function passkeyRequest(
  ctx: Context,
  browser: Browser,
  now: Date,
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(ctx, browser, now),
    rpId: relyingParty(ctx).id,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: passkeys.map(descriptorOf),
  };
}

type Descriptor = PasskeyRequest["allowCredentials"][number];
/** How a device may be reached; what else a client says is dropped. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

export function descriptorOf({ credentialId, transports }: PasskeyRow): Descriptor {
  return { id: credentialId, type: "public-key", transports };
}

export type VerifiedPasskey = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** The passkey that a browser has made for a challenge; undefined when it is not what was asked for. */
export async function verifyNewPasskey(
  ctx: Context,
  challenge: string,
  { response, ...credential }: NewPasskey,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { id, origin } = relyingParty(ctx);
  const { transports: _, ...signed } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refused(ctx, error));
  if (!verified?.verified) return undefined;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  // The library reads it out of the attestation, and does not compare it with what the browser names.
  if (credentialId !== credential.id || Buffer.byteLength(credentialId, "base64url") > LONGEST_ID) return undefined;
  const transports = TRANSPORTS.filter((one) => response.transports?.includes(one));
  return { credentialId, publicKey, counter, transports };
}

/** The passkey that signed the browser's challenge. */
export async function verifyPasskey(
  ctx: Context,
  { token, purpose }: Browser,
  shown: ShownPasskey,
  now: Date,
): Promise<KnownPasskey> {
  const challenge = await spendChallenge(ctx.db, tokenHash(token), purpose, now);
  const passkey = challenge === undefined ? undefined : await selectPasskey(ctx.db, shown.id);
  if (challenge === undefined || !passkey) throw wrongPasskey();
  // Authenticators that were told which passkey to use need not say whose it is.
  const { userHandle, ...signed } = shown.response;
  if (userHandle === undefined ? purpose === "sign-in" : userHandle !== userHandleOf(passkey.userId))
    throw wrongPasskey();
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { id, origin } = relyingParty(ctx);
  const verified = await verifyAuthenticationResponse({
    response: { ...shown, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch((error: unknown) => refused(ctx, error));
  if (!verified?.verified) throw wrongPasskey();
  const use = { before: passkey.counter, after: verified.authenticationInfo.newCounter, now };
  if (!(await notePasskeyUse(ctx.db, passkey.userId, passkey.id, use))) throw wrongPasskey();
  return passkey;
}

/** The library throws at whatever a client can send: bytes that are no CBOR, another origin, a counter that went back. */
function refused({ log }: Context, error: unknown): undefined {
  log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : "unknown" }, "a passkey was refused");
  return undefined;
}

export function wrongPasskey(): AppError {
  return new AppError("invalid_credentials", "No se pudo comprobar la llave de acceso. Inténtalo de nuevo.");
}
