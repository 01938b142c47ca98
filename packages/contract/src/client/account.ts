// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const preferencesShape: Shape = { theme: "string", shortcuts: "boolean", desiredRetention: "number",
  dayStartHour: "number", "newCardsPerDay?": "number", "reviewsPerDay?": "number", quietDays: ["number"],
  "sessionSize?": "number", answerMode: "string", newCardsOffered: "boolean", forgottenExplained: "boolean",
  "costlyNamedOn?": "string", refit: "boolean", reminder: "boolean", reminderHour: "number", reminderMinute: "number",
  reminderChannels: ["string"], "reminderStop?": "string", asksAboutForgotten: "boolean",
  "retentionQuestionFrom?": "string" };
export const preferences: ClientEndpoint<(typeof api)["account"]["preferences"]> = {
  method: "GET", path: "/api/user/preferences", reads: ["preferences"], changes: [], shape: preferencesShape,
};
export const setPreferences: ClientEndpoint<(typeof api)["account"]["setPreferences"]> = {
  method: "PUT", path: "/api/user/preferences", reads: [], changes: ["preferences"], shape: preferencesShape,
};
export const deviceKey: ClientEndpoint<(typeof api)["account"]["deviceKey"]> = {
  method: "GET", path: "/api/user/device-key", reads: ["user"], changes: [], shape: { kty: "string", crv: "string",
  x: "string", y: "string", d: "string" },
};
export const trackAccess: ClientEndpoint<(typeof api)["account"]["trackAccess"]> = {
  method: "POST", path: "/api/track-access", reads: [], changes: [], shape: null,
};
export const deletion: ClientEndpoint<(typeof api)["account"]["deletion"]> = {
  method: "GET", path: "/api/auth/delete-account", reads: ["user"], changes: [], shape: { "waitsUntil?": "string" },
};
export const deleteAccount: ClientEndpoint<(typeof api)["account"]["deleteAccount"]> = {
  method: "DELETE", path: "/api/auth/delete-account", reads: [], changes: [], shape: null,
};
