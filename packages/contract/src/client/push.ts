// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const key: ClientEndpoint<(typeof api)["push"]["key"]> = {
  method: "GET", path: "/api/push/key", reads: ["push"], changes: [], shape: { publicKey: "string" },
};
export const subscribe: ClientEndpoint<(typeof api)["push"]["subscribe"]> = {
  method: "POST", path: "/api/push/subscriptions", reads: [], changes: ["push"], shape: { id: "number",
  "label?": "string", createdAt: "string", current: "boolean" },
};
export const subscriptions: ClientEndpoint<(typeof api)["push"]["subscriptions"]> = {
  method: "GET", path: "/api/push/subscriptions", reads: ["push", "sessions"], changes: [], shape: [{ id: "number",
  "label?": "string", createdAt: "string", current: "boolean" }],
};
export const test: ClientEndpoint<(typeof api)["push"]["test"]> = {
  method: "POST", path: "/api/push/subscriptions/{id}/test", reads: [], changes: ["push"], shape: null,
};
export const unsubscribe: ClientEndpoint<(typeof api)["push"]["unsubscribe"]> = {
  method: "DELETE", path: "/api/push/subscriptions/{id}", reads: [], changes: ["push"], shape: null,
};
