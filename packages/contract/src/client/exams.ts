// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const listShape: Shape = { id: "number", name: "string", date: "string", daysLeft: "number", cards: "number",
  folders: [{ folderId: "number", name: "string", color: "string", icon: "string", cards: "number" }],
  createdAt: "string", updatedAt: "string" };
export const list: ClientEndpoint<(typeof api)["exams"]["list"]> = {
  method: "GET", path: "/api/exams", reads: ["exams", "folders", "cards"], changes: [], shape: [listShape],
};
export const create: ClientEndpoint<(typeof api)["exams"]["create"]> = {
  method: "POST", path: "/api/exams", reads: [], changes: ["cards", "exams"], shape: listShape,
};
export const update: ClientEndpoint<(typeof api)["exams"]["update"]> = {
  method: "PUT", path: "/api/exams/{id}", reads: [], changes: ["cards", "exams"], shape: listShape,
};
export const remove: ClientEndpoint<(typeof api)["exams"]["remove"]> = {
  method: "DELETE", path: "/api/exams/{id}", reads: [], changes: ["cards", "exams"], shape: null,
};
export const forecast: ClientEndpoint<(typeof api)["exams"]["forecast"]> = {
  method: "GET", path: "/api/exams/{id}/forecast", reads: ["exams", "folders", "cards", "reviews", "preferences"],
  changes: [], shape: { today: "string", daysLeft: "number", cards: "number", seen: "number", expected: {
  mean: "number", low: "number", high: "number" }, ifStopped: { mean: "number", low: "number", high: "number" },
  course: [{ mean: "number", low: "number", high: "number", date: "string", ifStopped: "number" }], plan: [{
  date: "string", reviews: "number", newCards: "number", minutes: "number" }], newCards: { missed: "number",
  "limit?": "number", "enough?": "number" }, folders: [{ folderId: "number", name: "string", cards: "number",
  expected: "number" }], weakest: [{ cardId: "number", front: "string", format: "string", "variant?": "string",
  folderId: "number", recall: "number" }] },
};
export const load: ClientEndpoint<(typeof api)["exams"]["load"]> = {
  method: "GET", path: "/api/exams/load", reads: ["exams", "folders", "cards", "reviews", "preferences"],
  changes: [], shape: { exams: [{ id: "number", name: "string", date: "string" }], "until?": "string",
  extraMinutes: "number", "busiest?": { date: "string", withExams: { cards: "number", minutes: "number" }, without: {
  cards: "number", minutes: "number" } }, days: [{ date: "string", withExams: { cards: "number", minutes: "number" },
  without: { cards: "number", minutes: "number" } }] },
};
export const outcome: ClientEndpoint<(typeof api)["exams"]["outcome"]> = {
  method: "GET", path: "/api/exams/{id}/outcome", reads: ["exams", "reviews"], changes: [], shape: { "foretold?": {
  mean: "number", low: "number", high: "number", on: "string" }, reviews: "number", recalled: "number",
  "predicted?": "number", studied: "number", due: "number" },
};
