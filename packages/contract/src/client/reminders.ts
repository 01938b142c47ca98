// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const offer: ClientEndpoint<(typeof api)["reminders"]["offer"]> = {
  method: "GET", path: "/api/reminders/offer", reads: ["reminders"], changes: [], shape: { offer: "boolean",
  hour: "number", minute: "number" },
};
export const answerOffer: ClientEndpoint<(typeof api)["reminders"]["answerOffer"]> = {
  method: "POST", path: "/api/reminders/offer", reads: [], changes: ["preferences", "reminders"], shape: null,
};
export const noteStop: ClientEndpoint<(typeof api)["reminders"]["noteStop"]> = {
  method: "POST", path: "/api/reminders/stop-seen", reads: [], changes: ["preferences"], shape: null,
};
export const unsubscribe: ClientEndpoint<(typeof api)["reminders"]["unsubscribe"]> = {
  method: "POST", path: "/api/reminders/unsubscribe", reads: [], changes: ["preferences"], shape: {
  reminder: "boolean" },
};
export const resubscribe: ClientEndpoint<(typeof api)["reminders"]["resubscribe"]> = {
  method: "POST", path: "/api/reminders/resubscribe", reads: [], changes: ["preferences"], shape: {
  reminder: "boolean" },
};
