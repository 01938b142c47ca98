// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const create: ClientEndpoint<(typeof api)["sharing"]["create"]> = {
  method: "POST", path: "/api/folders/{id}/shares", reads: [], changes: ["shares"], shape: { id: "number",
  token: "string", url: "string", createdAt: "string", showName: "boolean", followers: "number" },
};
export const listOfFolder: ClientEndpoint<(typeof api)["sharing"]["listOfFolder"]> = {
  method: "GET", path: "/api/folders/{id}/shares", reads: ["shares"], changes: [], shape: [{ id: "number",
  token: "string", url: "string", createdAt: "string", showName: "boolean", followers: "number" }],
};
export const list: ClientEndpoint<(typeof api)["sharing"]["list"]> = {
  method: "GET", path: "/api/user/shares", reads: ["shares"], changes: [], shape: [{ id: "number", token: "string",
  url: "string", createdAt: "string", showName: "boolean", followers: "number" }],
};
export const listNames: ClientEndpoint<(typeof api)["sharing"]["listNames"]> = {
  method: "GET", path: "/api/user/shares/folders", reads: ["shares", "folders"], changes: [], shape: [{
  shareId: "number", folderId: "number", name: "string" }],
};
export const update: ClientEndpoint<(typeof api)["sharing"]["update"]> = {
  method: "PUT", path: "/api/shares/{id}", reads: [], changes: ["shares"], shape: { id: "number", token: "string",
  url: "string", createdAt: "string", showName: "boolean", followers: "number" },
};
export const end: ClientEndpoint<(typeof api)["sharing"]["end"]> = {
  method: "DELETE", path: "/api/shares/{id}", reads: [], changes: ["shares"], shape: null,
};
export const open: ClientEndpoint<(typeof api)["sharing"]["open"]> = {
  method: "GET", path: "/api/shares/{token}", reads: ["shares", "folders", "cards"], changes: [], shape: {
  name: "string", "description?": "string", cards: "number", "author?": "string", sample: [{ front: "string",
  back: "string", format: "string", "variant?": "string" }], "mine?": "number" },
};
export const readMedia: ClientEndpoint<(typeof api)["sharing"]["readMedia"]> = {
  method: "GET", path: "/api/shares/{token}/media/{mediaId}", reads: ["shares", "cards"], changes: [], shape: null,
};
export const report: ClientEndpoint<(typeof api)["sharing"]["report"]> = {
  method: "POST", path: "/api/shares/{token}/reports", reads: [], changes: [], shape: { message: "string" },
};
