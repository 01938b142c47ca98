// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const folder: ClientEndpoint<(typeof api)["exports"]["folder"]> = {
  method: "GET", path: "/api/folders/{id}/export", reads: ["folders", "cards", "reviews"], changes: [], shape: null,
};
export const account: ClientEndpoint<(typeof api)["exports"]["account"]> = {
  method: "GET", path: "/api/account/export", reads: ["user", "preferences", "folders", "cards", "reviews", "exams",
  "quizzes"], changes: [], shape: null,
};
