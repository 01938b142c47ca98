// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const backlogShape: Shape = { pending: "number", overdue: "number", minutes: "number", "seconds?": {
  review: "number", newCard: "number" }, "catchUp?": { until: "string", perDay: "number", doneToday: "number" },
  suggestion: { days: "number", perDay: "number", leftToday: "number" }, offered: "boolean" };
export const backlog: ClientEndpoint<(typeof api)["pace"]["backlog"]> = {
  method: "GET", path: "/api/user/backlog", reads: ["cards", "reviews", "preferences", "exams"], changes: [],
  shape: backlogShape,
};
export const startCatchUp: ClientEndpoint<(typeof api)["pace"]["startCatchUp"]> = {
  method: "POST", path: "/api/user/catch-up", reads: [], changes: ["preferences"], shape: backlogShape,
};
export const endCatchUp: ClientEndpoint<(typeof api)["pace"]["endCatchUp"]> = {
  method: "DELETE", path: "/api/user/catch-up", reads: [], changes: ["preferences"], shape: null,
};
export const breaks: ClientEndpoint<(typeof api)["pace"]["breaks"]> = {
  method: "GET", path: "/api/user/breaks", reads: ["preferences"], changes: [], shape: [{ from: "string",
  to: "string" }],
};
export const addBreak: ClientEndpoint<(typeof api)["pace"]["addBreak"]> = {
  method: "POST", path: "/api/user/breaks", reads: [], changes: ["preferences"], shape: { from: "string",
  to: "string" },
};
export const endBreaks: ClientEndpoint<(typeof api)["pace"]["endBreaks"]> = {
  method: "DELETE", path: "/api/user/breaks", reads: [], changes: ["preferences"], shape: null,
};
