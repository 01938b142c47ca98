// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const add: ClientEndpoint<(typeof api)["media"]["add"]> = {
  method: "POST", path: "/api/media", reads: [], changes: [], shape: { id: "string", contentType: "string",
  bytes: "number", "width?": "number", "height?": "number" },
};
export const read: ClientEndpoint<(typeof api)["media"]["read"]> = {
  method: "GET", path: "/api/media/{mediaId}", reads: ["cards"], changes: [], shape: null,
};
