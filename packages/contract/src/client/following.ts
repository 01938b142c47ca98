// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const follow: ClientEndpoint<(typeof api)["following"]["follow"]> = {
  method: "POST", path: "/api/shares/{token}/follow",
  reads: [], changes: ["folders", "cards", "shares"],
  shape: { id: "number", name: "string", "description?": "string", difficultyLevel: "string", "language?": "string",
    color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean", answerMode: "string",
    answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean", cardCount: "number",
    dueCount: "number", "follows?": { "from?": "string", ended: "boolean", paused: "boolean", "lastPull?": {
    "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number", at: "string" } },
    createdAt: "string", updatedAt: "string", "missingMedia?": ["string"] },
};
export const pull: ClientEndpoint<(typeof api)["following"]["pull"]> = {
  method: "POST", path: "/api/folders/{id}/pull",
  reads: [], changes: ["folders", "cards"],
  shape: { "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number" },
};
export const unfollow: ClientEndpoint<(typeof api)["following"]["unfollow"]> = {
  method: "DELETE", path: "/api/folders/{id}/follow",
  reads: [], changes: ["folders", "cards", "shares"],
  shape: null,
};
export const choose: ClientEndpoint<(typeof api)["following"]["choose"]> = {
  method: "POST", path: "/api/cards/{id}/upstream",
  reads: [], changes: ["cards"],
  shape: { id: "number", folderId: "number", front: "string", back: "string", difficulty: "string",
    reviewCount: "number", "lastReviewedAt?": "string", "nextReviewAt?": "string", "nextReviewDate?": "string",
    interval: "number", easeFactor: "number", format: "string", tags: ["string"], suspended: "boolean",
    "groupId?": "string", "variant?": "string", "upstream?": [{ state: "string" }, { state: "string", front: "string",
    back: "string", format: "string", "variant?": "string" }], createdAt: "string", updatedAt: "string" },
};
