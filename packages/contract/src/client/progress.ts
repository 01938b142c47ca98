// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const retention: ClientEndpoint<(typeof api)["progress"]["retention"]> = {
  method: "GET", path: "/api/user/retention", reads: ["reviews"], changes: [], shape: [{ from: "string",
  reviews: "number", recalled: "number", predicted: "number" }],
};
export const calibration: ClientEndpoint<(typeof api)["progress"]["calibration"]> = {
  method: "GET", path: "/api/user/calibration", reads: ["reviews"], changes: [], shape: [{ from: "number",
  to: "number", reviews: "number", recalled: "number", predicted: "number" }],
};
export const cardStates: ClientEndpoint<(typeof api)["progress"]["cardStates"]> = {
  method: "GET", path: "/api/user/card-states", reads: ["cards", "reviews"], changes: [], shape: { new: "number",
  hard: "number", medium: "number", easy: "number", mature: "number" },
};
export const memory: ClientEndpoint<(typeof api)["progress"]["memory"]> = {
  method: "GET", path: "/api/user/memory", reads: ["reviews", "preferences"], changes: [], shape: { on: "boolean",
  reviews: "number", needed: "number", "learned?": { at: "string", own: "boolean", before: "number",
  after: "number" } },
};
export const workload: ClientEndpoint<(typeof api)["progress"]["workload"]> = {
  method: "GET", path: "/api/user/workload", reads: ["cards", "reviews"], changes: [], shape: [{
  retention: "number", reviewsPerDay: "number" }],
};
