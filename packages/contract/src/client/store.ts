// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const catalog: ClientEndpoint<(typeof api)["store"]["catalog"]> = {
  method: "GET", path: "/api/store/folders", reads: ["catalog", "folders"], changes: [], shape: [{ slug: "string",
  name: "string", description: "string", color: "string", icon: "string", cardCount: "number",
  "folderId?": "number" }],
};
export const preview: ClientEndpoint<(typeof api)["store"]["preview"]> = {
  method: "GET", path: "/api/store/folders/{slug}", reads: ["catalog", "folders"], changes: [], shape: {
  slug: "string", name: "string", description: "string", color: "string", icon: "string", cardCount: "number",
  "folderId?": "number", sources: ["string"], cards: [{ front: "string", back: "string" }] },
};
export const add: ClientEndpoint<(typeof api)["store"]["add"]> = {
  method: "POST", path: "/api/store/folders/{slug}", reads: [], changes: ["folders", "cards", "preferences"],
  shape: { id: "number", name: "string", "description?": "string", difficultyLevel: "string", "language?": "string",
  color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean", answerMode: "string",
  answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean", cardCount: "number",
  dueCount: "number", dueWaiting: "number", "follows?": { "from?": "string", ended: "boolean", paused: "boolean",
  "lastPull?": { "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number",
  at: "string" } }, createdAt: "string", updatedAt: "string" },
};
