// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const createShape: Shape = { id: "string", status: "string", "format?": "string", "fileName?": "string",
  createdAt: "string", progress: { done: "number", total: "number" }, "preview?": { folders: [{ name: "string",
  cards: "number", existing: "boolean" }], cards: "number", duplicates: "number", media: "number", reviews: "number",
  unsupported: [{ reason: "string", count: "number", sample: "string" }], samples: [{ folder: "string",
  front: "string", back: "string", format: "string" }], "table?": { separator: "string", header: "boolean", columns: {
  front: "number", back: "number", "tags?": "number", "folder?": "number", "extra?": "number" }, rows: [["string"]] },
  "study?": { recall: "number", reviews: "number", retentions: [{ retention: "number", perDay: "number" }],
  "catchUp?": { due: "number", days: "number", perDay: "number" } }, "limits?": { message: "string" } }, "result?": {
  folders: "number", cards: "number", updated: "number", skipped: "number", reviews: "number", media: "number",
  kept: "number", "folderId?": "number", "missingMedia?": ["string"] }, "error?": { code: "string",
  message: "string" } };
export const create: ClientEndpoint<(typeof api)["imports"]["create"]> = {
  method: "POST", path: "/api/imports", reads: [], changes: ["imports"], shape: createShape,
};
export const read: ClientEndpoint<(typeof api)["imports"]["read"]> = {
  method: "GET", path: "/api/imports/{importId}", reads: ["imports"], changes: [], shape: createShape,
};
export const list: ClientEndpoint<(typeof api)["imports"]["list"]> = {
  method: "GET", path: "/api/imports", reads: ["imports"], changes: [], shape: [createShape],
};
export const start: ClientEndpoint<(typeof api)["imports"]["start"]> = {
  method: "POST", path: "/api/imports/{importId}/start", reads: [], changes: ["imports", "folders", "cards",
  "reviews"], shape: createShape,
};
export const cancel: ClientEndpoint<(typeof api)["imports"]["cancel"]> = {
  method: "POST", path: "/api/imports/{importId}/cancel", reads: [], changes: ["imports"], shape: createShape,
};
export const undo: ClientEndpoint<(typeof api)["imports"]["undo"]> = {
  method: "POST", path: "/api/imports/{importId}/undo", reads: [], changes: ["imports", "folders", "cards",
  "reviews"], shape: createShape,
};
