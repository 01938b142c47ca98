// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const send: ClientEndpoint<(typeof api)["feedback"]["send"]> = {
  method: "POST", path: "/api/feedback", reads: [], changes: [], shape: { message: "string" },
};
