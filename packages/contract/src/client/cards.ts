// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const listInFolderShape: Shape = { id: "number", folderId: "number", front: "string", back: "string",
  difficulty: "string", reviewCount: "number", "lastReviewedAt?": "string", "nextReviewAt?": "string",
  "nextReviewDate?": "string", interval: "number", easeFactor: "number", format: "string", tags: ["string"],
  suspended: "boolean", "groupId?": "string", "variant?": "string", "upstream?": [{ state: "string" }, {
  state: "string", front: "string", back: "string", format: "string", "variant?": "string" }], createdAt: "string",
  updatedAt: "string" };
const createShape: Shape = { id: "number", folderId: "number", front: "string", back: "string",
  difficulty: "string", reviewCount: "number", "lastReviewedAt?": "string", "nextReviewAt?": "string",
  "nextReviewDate?": "string", interval: "number", easeFactor: "number", format: "string", tags: ["string"],
  suspended: "boolean", "groupId?": "string", "variant?": "string", "upstream?": [{ state: "string" }, {
  state: "string", front: "string", back: "string", format: "string", "variant?": "string" }], createdAt: "string",
  updatedAt: "string", "siblings?": [listInFolderShape] };
export const listInFolder: ClientEndpoint<(typeof api)["cards"]["listInFolder"]> = {
  method: "GET", path: "/api/folders/{id}/cards", reads: ["cards", "reviews"], changes: [],
  shape: [[listInFolderShape], { cards: [listInFolderShape], total: "number", "next?": "string" }],
};
export const create: ClientEndpoint<(typeof api)["cards"]["create"]> = {
  method: "POST", path: "/api/folders/{id}/cards", reads: [], changes: ["cards"], shape: createShape,
};
export const search: ClientEndpoint<(typeof api)["cards"]["search"]> = {
  method: "GET", path: "/api/cards/search", reads: ["cards", "reviews", "preferences", "exams"], changes: [],
  shape: { cards: [listInFolderShape], "nextCursor?": "string" },
};
export const update: ClientEndpoint<(typeof api)["cards"]["update"]> = {
  method: "PUT", path: "/api/cards/{id}", reads: [], changes: ["cards"], shape: createShape,
};
export const versions: ClientEndpoint<(typeof api)["cards"]["versions"]> = {
  method: "GET", path: "/api/cards/{id}/versions", reads: ["cards"], changes: [], shape: { versions: [{
  versionId: "number", at: "string", front: "string", back: "string", tags: ["string"], format: "string" }] },
};
export const restoreVersion: ClientEndpoint<(typeof api)["cards"]["restoreVersion"]> = {
  method: "POST", path: "/api/cards/{id}/versions/{versionId}/restore", reads: [], changes: ["cards"],
  shape: createShape,
};
export const remove: ClientEndpoint<(typeof api)["cards"]["remove"]> = {
  method: "DELETE", path: "/api/cards/{id}", reads: [], changes: ["cards"], shape: null,
};
export const tags: ClientEndpoint<(typeof api)["cards"]["tags"]> = {
  method: "GET", path: "/api/cards/tags", reads: ["cards"], changes: [], shape: [{ tag: "string",
  cards: "number" }],
};
export const batch: ClientEndpoint<(typeof api)["cards"]["batch"]> = {
  method: "POST", path: "/api/cards/batch", reads: [], changes: ["cards", "folders", "reviews"], shape: {
  batchId: "string", changed: "number" },
};
export const undoBatch: ClientEndpoint<(typeof api)["cards"]["undoBatch"]> = {
  method: "POST", path: "/api/batches/{batchId}/undo", reads: [], changes: ["cards", "folders", "reviews"], shape: {
  batchId: "string", changed: "number" },
};
