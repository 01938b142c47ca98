// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const price: ClientEndpoint<(typeof api)["billing"]["price"]> = {
  method: "GET", path: "/api/stripe/price", reads: ["price"], changes: [], shape: { "formatted_annual?": "string",
  "formatted_monthly?": "string", "publishableKey?": "string" },
};
export const plan: ClientEndpoint<(typeof api)["billing"]["plan"]> = {
  method: "GET", path: "/api/user/plan", reads: ["plan", "folders", "cards"], changes: [], shape: {
  premium: "boolean", "subscription?": { status: "string", "renewsAt?": "string", "renewalPrice?": "string",
  "endsAt?": "string", "graceUntil?": "string", manageable: "boolean", over: "boolean" }, folders: { used: "number",
  "limit?": "number" }, cards: { used: "number", "limit?": "number" }, sold: "boolean", "adFrame?": "string" },
};
export const createCheckout: ClientEndpoint<(typeof api)["billing"]["createCheckout"]> = {
  method: "POST", path: "/api/stripe/create-checkout-session", reads: [], changes: [], shape: { sessionId: "string",
  url: "string" },
};
export const createPortal: ClientEndpoint<(typeof api)["billing"]["createPortal"]> = {
  method: "POST", path: "/api/stripe/create-portal-session", reads: [], changes: [], shape: { url: "string" },
};
export const restore: ClientEndpoint<(typeof api)["billing"]["restore"]> = {
  method: "POST", path: "/api/stripe/restore", reads: [], changes: ["user", "plan"], shape: { premium: "boolean" },
};
