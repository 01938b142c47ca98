// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const finishShape: Shape = { id: "number", right: "number", of: "number", answered: "number", cards: "number",
  newCards: "number", "share?": "number", "low?": "number", "high?": "number", "predicted?": "number", questions: [{
  n: "number", cardId: "number", kind: "string", prompt: "string", "given?": ["string", "boolean"],
  expected: "string", verdict: "string", right: "boolean", "missing?": ["string"] }] };
export const create: ClientEndpoint<(typeof api)["tests"]["create"]> = {
  method: "POST", path: "/api/tests", reads: [], changes: ["quizzes"], shape: { id: "number", name: "string",
  startedAt: "string", "endsAt?": "string", "examId?": "number", folderIds: ["number"], questions: [{ n: "number",
  cardId: "number", kind: "string", format: "string", prompt: "string", "options?": ["string"] }] },
};
export const list: ClientEndpoint<(typeof api)["tests"]["list"]> = {
  method: "GET", path: "/api/tests", reads: ["quizzes"], changes: [], shape: [{ id: "number", name: "string",
  startedAt: "string", "endsAt?": "string", "examId?": "number", folderIds: ["number"], "finishedAt?": "string",
  of: "number", cards: "number", "right?": "number", "share?": "number", "low?": "number", "high?": "number",
  "predicted?": "number" }],
};
export const read: ClientEndpoint<(typeof api)["tests"]["read"]> = {
  method: "GET", path: "/api/tests/{id}", reads: ["quizzes"], changes: [], shape: [{ id: "number", name: "string",
  startedAt: "string", "endsAt?": "string", "examId?": "number", folderIds: ["number"], right: "number", of: "number",
  answered: "number", cards: "number", newCards: "number", "share?": "number", "low?": "number", "high?": "number",
  "predicted?": "number", finishedAt: "string", questions: [{ n: "number", cardId: "number", kind: "string",
  format: "string", prompt: "string", "options?": ["string"], "given?": ["string", "boolean"], expected: "string",
  verdict: "string", right: "boolean", "missing?": ["string"] }] }, { id: "number", name: "string",
  startedAt: "string", "endsAt?": "string", "examId?": "number", folderIds: ["number"], "finishedAt?": "string",
  questions: [{ n: "number", cardId: "number", kind: "string", format: "string", prompt: "string",
  "options?": ["string"], "given?": ["string", "boolean"] }] }],
};
export const answer: ClientEndpoint<(typeof api)["tests"]["answer"]> = {
  method: "PUT", path: "/api/tests/{id}/answers/{n}", reads: [], changes: ["quizzes"], shape: null,
};
export const finish: ClientEndpoint<(typeof api)["tests"]["finish"]> = {
  method: "POST", path: "/api/tests/{id}/finish", reads: [], changes: ["quizzes", "reviews"], shape: finishShape,
};
export const correct: ClientEndpoint<(typeof api)["tests"]["correct"]> = {
  method: "POST", path: "/api/tests/{id}/answers/{n}/correct", reads: [], changes: ["quizzes", "reviews"],
  shape: finishShape,
};
export const remove: ClientEndpoint<(typeof api)["tests"]["remove"]> = {
  method: "DELETE", path: "/api/tests/{id}", reads: [], changes: ["quizzes", "reviews"], shape: null,
};
