import * as z from "zod/mini";
import { user } from "#auth.ts";
import { defineEndpoint } from "#endpoint.ts";
import { factorCode, passkeyName } from "#factors.forms.ts";
import { count, instant, pathUuid } from "#fields.ts";
import { knownPassword } from "#texts.ts";

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

const factors = z.object({
  passkeys: z.array(passkey),
  /** The authenticator app; null without one. */
  app: z.nullable(z.object({ since: instant })),
  /** The number of unused recovery codes; null without a second factor. */
  recoveryCodes: z.nullable(count),
  /** Until when this session may export without a further confirmation of identity; null if it must confirm first. */
  exportableUntil: z.nullable(instant),
});
export type Factors = z.output<typeof factors>;

/** The codes that an account gets with its first factor, shown only this once; null for further factors. */
const addedFactor = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type AddedFactor = z.output<typeof addedFactor>;

const appSecret = z.object({
  /** The secret in base 32, to be typed if the QR code cannot be scanned. */
  secret: z.string(),
  link: z.string(),
  /** The link as a QR code: the side of the square in modules, and its dark ones as the path of an SVG. */
  qr: z.object({ size: count, path: z.string() }),
});
export type AppSecret = z.output<typeof appSecret>;

const publicKey = z.literal("public-key");
const descriptor = z.object({
  id: z.string(),
  type: publicKey,
  transports: z.array(z.string()),
});

/** The options in the form that WebAuthn's `parseRequestOptionsFromJSON` parses. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: count,
  userVerification: z.literal("required"),
  /** Empty if any passkey is accepted. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequest = z.output<typeof requestOptions>;

/** The options in the form that WebAuthn's `parseCreationOptionsFromJSON` parses. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: publicKey })),
  timeout: count,
  attestation: z.literal("none"),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.boolean(),
    userVerification: z.literal("required"),
  }),
});
export type PasskeyCreation = z.output<typeof creationOptions>;

const INVALID_PASSKEY = "La llave de acceso no es válida";
const base64Url = (maxLength: number) =>
  z
    .string({ error: INVALID_PASSKEY })
    .check(z.regex(/^[\w-]+$/, { error: INVALID_PASSKEY }), z.maxLength(maxLength, { error: INVALID_PASSKEY }));
const credentialId = base64Url(1400);
const passkeyType = z.literal("public-key", { error: INVALID_PASSKEY });

/** The result of `navigator.credentials.create`, as JSON. */
const newPasskey = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: passkeyType,
    response: z.object(
      {
        clientDataJSON: base64Url(4000),
        attestationObject: base64Url(16_000),
        transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
      },
      { error: INVALID_PASSKEY },
    ),
  },
  { error: INVALID_PASSKEY },
);
export type NewPasskey = z.output<typeof newPasskey>;

/** The result of `navigator.credentials.get`, as JSON. */
const shownPasskey = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: passkeyType,
    response: z.object(
      {
        clientDataJSON: base64Url(4000),
        authenticatorData: base64Url(4000),
        signature: base64Url(4000),
        userHandle: z.optional(base64Url(100)),
      },
      { error: INVALID_PASSKEY },
    ),
  },
  { error: INVALID_PASSKEY },
);
export type ShownPasskey = z.output<typeof shownPasskey>;

/** The means by which a user may prove their identity. */
const methods = z.object({
  password: z.boolean(),
  app: z.boolean(),
  passkey: z.nullable(requestOptions),
});
export type ConfirmationMethods = z.output<typeof methods>;

/** The means that the user has chosen. */
const proof = z.object({
  password: z.optional(knownPassword("Password is required")),
  code: z.optional(factorCode.shape.code),
  passkey: z.optional(shownPasskey),
});
export type Proof = z.output<typeof proof>;

const passkeyParams = z.object({ id: pathUuid });

export const factorEndpoints = {
  factors: defineEndpoint("GET /api/user/factors", {
    summary:
      "Lists the account's passkeys, its app for codes, how many recovery codes are left, and until when exports need no confirmation",
    reads: ["factors"],
    securesAccount: true,
    response: factors,
  }),
  preparePasskey: defineEndpoint("POST /api/user/factors/passkeys/options", {
    summary:
      "Returns the options with which the browser creates a passkey; they are valid for five minutes, and refused until the address is confirmed",
    changes: [],
    securesAccount: true,
    response: creationOptions,
    errors: ["confirmation_required", "conflict"],
  }),
  addPasskey: defineEndpoint("POST /api/user/factors/passkeys", {
    summary: "Adds the passkey that the browser has made; the first factor ends the other sessions",
    changes: ["factors", "sessions", "user"],
    securesAccount: true,
    status: 201,
    largeBody: true,
    body: z.object({ ...passkeyName.shape, credential: newPasskey }),
    response: addedFactor,
    errors: ["confirmation_required", "invalid_token", "conflict"],
  }),
  renamePasskey: defineEndpoint("PUT /api/user/factors/passkeys/{id}", {
    summary: "Gives a passkey another name",
    changes: ["factors"],
    securesAccount: true,
    status: 204,
    params: passkeyParams,
    body: passkeyName,
    errors: ["not_found"],
  }),
  removePasskey: defineEndpoint("DELETE /api/user/factors/passkeys/{id}", {
    summary: "Removes a passkey; with the last factor the recovery codes go, too; ends the other sessions",
    changes: ["factors", "sessions"],
    securesAccount: true,
    status: 204,
    params: passkeyParams,
    errors: ["confirmation_required", "not_found"],
  }),
  prepareApp: defineEndpoint("POST /api/user/factors/app/secret", {
    summary:
      "Makes a secret for an app that makes codes (RFC 6238); it counts once a code of it was sent, and is refused until the address is confirmed",
    changes: [],
    securesAccount: true,
    response: appSecret,
    errors: ["confirmation_required", "conflict"],
  }),
  addApp: defineEndpoint("POST /api/user/factors/app", {
    summary: "Switches the app for codes on by a first code; the first factor ends the other sessions",
    changes: ["factors", "sessions", "user"],
    securesAccount: true,
    status: 201,
    body: factorCode,
    response: addedFactor,
    errors: ["confirmation_required", "invalid_credentials", "invalid_token", "conflict"],
  }),
  removeApp: defineEndpoint("DELETE /api/user/factors/app", {
    summary: "Removes the app for codes; with the last factor the recovery codes go, too; ends the other sessions",
    changes: ["factors", "sessions"],
    securesAccount: true,
    status: 204,
    errors: ["confirmation_required", "not_found"],
  }),
  renewRecoveryCodes: defineEndpoint("POST /api/user/factors/recovery-codes", {
    summary: "Makes ten new recovery codes; the old ones no longer work",
    changes: ["factors"],
    securesAccount: true,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ["confirmation_required", "conflict"],
  }),
  confirmationMethods: defineEndpoint("POST /api/user/confirmation/options", {
    summary:
      "Returns how the user can confirm their identity: by a second factor if there is one, otherwise by the password",
    changes: [],
    securesAccount: true,
    response: methods,
  }),
  confirm: defineEndpoint("POST /api/user/confirmation", {
    summary: "Confirms who is signed in, for ten minutes of this session",
    changes: [],
    securesAccount: true,
    status: 204,
    largeBody: true,
    body: proof,
    errors: ["invalid_credentials"],
  }),
  passkeyRequest: defineEndpoint("POST /api/auth/passkey/options", {
    summary: "Returns the options with which the browser signs in with a passkey; they are valid for five minutes",
    changes: [],
    securesAccount: true,
    session: false,
    response: requestOptions,
  }),
  signInByPasskey: defineEndpoint("POST /api/auth/passkey", {
    summary: "Signs in with a passkey alone and sets the session cookie",
    changes: [],
    securesAccount: true,
    session: false,
    body: z.object({ passkey: shownPasskey }),
    response: user,
    errors: ["invalid_credentials"],
  }),
  secondFactorMethods: defineEndpoint("POST /api/auth/second-factor/options", {
    summary: "Lists the second factors that can complete a sign-in after a correct password",
    changes: [],
    securesAccount: true,
    session: false,
    response: methods,
    errors: ["invalid_token"],
  }),
  finishSignIn: defineEndpoint("POST /api/auth/second-factor", {
    summary: "Goes on with a sign-in whose password was right: a code of the app, a recovery code, or a passkey",
    changes: [],
    securesAccount: true,
    session: false,
    body: z.object({ code: proof.shape.code, passkey: proof.shape.passkey }),
    response: user,
    errors: ["invalid_credentials", "invalid_token"],
  }),
};
