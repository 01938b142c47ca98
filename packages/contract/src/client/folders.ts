// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const listShape: Shape = { id: "number", name: "string", "description?": "string", difficultyLevel: "string",
  "language?": "string", color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean",
  answerMode: "string", answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean",
  cardCount: "number", dueCount: "number", dueWaiting: "number", "follows?": { "from?": "string", ended: "boolean",
  paused: "boolean", "lastPull?": { "batchId?": "string", added: "number", changed: "number", kept: "number",
  suspended: "number", at: "string" } }, createdAt: "string", updatedAt: "string" };
export const list: ClientEndpoint<(typeof api)["folders"]["list"]> = {
  method: "GET", path: "/api/folders", reads: ["folders", "cards", "reviews", "preferences", "exams"], changes: [],
  shape: [listShape],
};
export const read: ClientEndpoint<(typeof api)["folders"]["read"]> = {
  method: "GET", path: "/api/folders/{id}", reads: ["folders", "cards", "reviews", "preferences", "exams"],
  changes: [], shape: listShape,
};
export const create: ClientEndpoint<(typeof api)["folders"]["create"]> = {
  method: "POST", path: "/api/folders", reads: [], changes: ["folders"], shape: listShape,
};
export const update: ClientEndpoint<(typeof api)["folders"]["update"]> = {
  method: "PUT", path: "/api/folders/{id}", reads: [], changes: ["folders"], shape: listShape,
};
export const remove: ClientEndpoint<(typeof api)["folders"]["remove"]> = {
  method: "DELETE", path: "/api/folders/{id}", reads: [], changes: ["folders", "cards", "shares"], shape: null,
};
export const stats: ClientEndpoint<(typeof api)["folders"]["stats"]> = {
  method: "GET", path: "/api/folders/{id}/stats", reads: ["cards", "reviews", "preferences", "exams"], changes: [],
  shape: { totalCards: "number", dueCards: "number", newWaiting: "number", dueWaiting: "number",
  masteredCards: "number", difficultCards: "number" },
};
