// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const confirmationMethodsShape: Shape = { challenge: "string", rpId: "string", timeout: "number",
  userVerification: "string", allowCredentials: [{ id: "string", type: "string", transports: ["string"] }] };
const confirmationMethodsShape2: Shape = { password: "boolean", app: "boolean",
  "passkey?": confirmationMethodsShape };
const signInByPasskeyShape: Shape = { id: "number", email: "string", "firstName?": "string", "lastName?": "string",
  "isEmailVerified?": "boolean", "pendingEmail?": "string", subscription: "string", "statusMobile?": "string",
  "mobile?": "boolean", "web?": "boolean", "premium?": "boolean", "graceUntil?": "string", "createdAt?": "string" };
export const factors: ClientEndpoint<(typeof api)["factors"]["factors"]> = {
  method: "GET", path: "/api/user/factors", reads: ["factors"], changes: [], shape: { passkeys: [{ id: "string",
  name: "string", createdAt: "string", "lastUsedAt?": "string" }], "app?": { since: "string" },
  "recoveryCodes?": "number", "exportableUntil?": "string" },
};
export const preparePasskey: ClientEndpoint<(typeof api)["factors"]["preparePasskey"]> = {
  method: "POST", path: "/api/user/factors/passkeys/options", reads: [], changes: [], shape: { challenge: "string",
  rp: { id: "string", name: "string" }, user: { id: "string", name: "string", displayName: "string" },
  pubKeyCredParams: [{ alg: "number", type: "string" }], timeout: "number", attestation: "string",
  excludeCredentials: [{ id: "string", type: "string", transports: ["string"] }], authenticatorSelection: {
  residentKey: "string", requireResidentKey: "boolean", userVerification: "string" } },
};
export const addPasskey: ClientEndpoint<(typeof api)["factors"]["addPasskey"]> = {
  method: "POST", path: "/api/user/factors/passkeys", reads: [], changes: ["factors", "sessions", "user"], shape: {
  "recoveryCodes?": ["string"] },
};
export const renamePasskey: ClientEndpoint<(typeof api)["factors"]["renamePasskey"]> = {
  method: "PUT", path: "/api/user/factors/passkeys/{id}", reads: [], changes: ["factors"], shape: null,
};
export const removePasskey: ClientEndpoint<(typeof api)["factors"]["removePasskey"]> = {
  method: "DELETE", path: "/api/user/factors/passkeys/{id}", reads: [], changes: ["factors", "sessions"],
  shape: null,
};
export const prepareApp: ClientEndpoint<(typeof api)["factors"]["prepareApp"]> = {
  method: "POST", path: "/api/user/factors/app/secret", reads: [], changes: [], shape: { secret: "string",
  link: "string", qr: { size: "number", path: "string" } },
};
export const addApp: ClientEndpoint<(typeof api)["factors"]["addApp"]> = {
  method: "POST", path: "/api/user/factors/app", reads: [], changes: ["factors", "sessions", "user"], shape: {
  "recoveryCodes?": ["string"] },
};
export const removeApp: ClientEndpoint<(typeof api)["factors"]["removeApp"]> = {
  method: "DELETE", path: "/api/user/factors/app", reads: [], changes: ["factors", "sessions"], shape: null,
};
export const renewRecoveryCodes: ClientEndpoint<(typeof api)["factors"]["renewRecoveryCodes"]> = {
  method: "POST", path: "/api/user/factors/recovery-codes", reads: [], changes: ["factors"], shape: {
  recoveryCodes: ["string"] },
};
export const confirmationMethods: ClientEndpoint<(typeof api)["factors"]["confirmationMethods"]> = {
  method: "POST", path: "/api/user/confirmation/options", reads: [], changes: [], shape: confirmationMethodsShape2,
};
export const confirm: ClientEndpoint<(typeof api)["factors"]["confirm"]> = {
  method: "POST", path: "/api/user/confirmation", reads: [], changes: [], shape: null,
};
export const passkeyRequest: ClientEndpoint<(typeof api)["factors"]["passkeyRequest"]> = {
  method: "POST", path: "/api/auth/passkey/options", reads: [], changes: [], shape: confirmationMethodsShape,
};
export const signInByPasskey: ClientEndpoint<(typeof api)["factors"]["signInByPasskey"]> = {
  method: "POST", path: "/api/auth/passkey", reads: [], changes: [], shape: signInByPasskeyShape,
};
export const secondFactorMethods: ClientEndpoint<(typeof api)["factors"]["secondFactorMethods"]> = {
  method: "POST", path: "/api/auth/second-factor/options", reads: [], changes: [], shape: confirmationMethodsShape2,
};
export const finishSignIn: ClientEndpoint<(typeof api)["factors"]["finishSignIn"]> = {
  method: "POST", path: "/api/auth/second-factor", reads: [], changes: [], shape: signInByPasskeyShape,
};
