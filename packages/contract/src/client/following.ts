// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const follow: ClientEndpoint<(typeof api)["following"]["follow"]> = {
  method: "POST", path: "/api/shares/{token}/follow", reads: [], changes: ["folders", "cards", "shares", "imports"],
  shape: [{ id: "number", name: "string", "description?": "string", difficultyLevel: "string", "language?": "string",
  color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean", answerMode: "string",
  answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean", cardCount: "number",
  dueCount: "number", dueWaiting: "number", "follows?": { "from?": "string", ended: "boolean", paused: "boolean",
  "lastPull?": { "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number",
  at: "string" } }, createdAt: "string", updatedAt: "string", "missingMedia?": ["string"] }, { id: "string",
  status: "string", "format?": "string", "fileName?": "string", createdAt: "string", progress: { done: "number",
  total: "number" }, "preview?": { folders: [{ name: "string", cards: "number", existing: "boolean" }],
  cards: "number", duplicates: "number", media: "number", reviews: "number", unsupported: [{ reason: "string",
  count: "number", sample: "string" }], samples: [{ folder: "string", front: "string", back: "string",
  format: "string" }], "table?": { separator: "string", header: "boolean", columns: { front: "number", back: "number",
  "tags?": "number", "folder?": "number", "extra?": "number" }, rows: [["string"]] }, "study?": { recall: "number",
  reviews: "number", retentions: [{ retention: "number", perDay: "number" }], "catchUp?": { due: "number",
  days: "number", perDay: "number" } }, "limits?": { message: "string" } }, "result?": { folders: "number",
  cards: "number", updated: "number", skipped: "number", reviews: "number", media: "number", kept: "number",
  "folderId?": "number", "missingMedia?": ["string"] }, "error?": { code: "string", message: "string" } }],
};
export const pull: ClientEndpoint<(typeof api)["following"]["pull"]> = {
  method: "POST", path: "/api/folders/{id}/pull", reads: [], changes: ["folders", "cards"], shape: {
  "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number" },
};
export const unfollow: ClientEndpoint<(typeof api)["following"]["unfollow"]> = {
  method: "DELETE", path: "/api/folders/{id}/follow", reads: [], changes: ["folders", "cards", "shares"],
  shape: null,
};
export const choose: ClientEndpoint<(typeof api)["following"]["choose"]> = {
  method: "POST", path: "/api/cards/{id}/upstream", reads: [], changes: ["cards"], shape: { id: "number",
  folderId: "number", front: "string", back: "string", difficulty: "string", reviewCount: "number",
  "lastReviewedAt?": "string", "nextReviewAt?": "string", "nextReviewDate?": "string", interval: "number",
  easeFactor: "number", format: "string", tags: ["string"], suspended: "boolean", "groupId?": "string",
  "variant?": "string", "upstream?": [{ state: "string" }, { state: "string", front: "string", back: "string",
  format: "string", "variant?": "string" }], createdAt: "string", updatedAt: "string" },
};
