// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const list: ClientEndpoint<(typeof api)["changes"]["list"]> = {
  method: "GET", path: "/api/changes", reads: ["folders", "cards", "reviews", "exams", "preferences"], changes: [],
  shape: { changes: [[{ kind: "string", id: "number", gone: "boolean", row: { id: "number", name: "string",
  "description?": "string", difficultyLevel: "string", "language?": "string", color: "string", icon: "string",
  colorChosen: "boolean", iconChosen: "boolean", answerMode: "string", answerModeChosen: "boolean",
  strictAccents: "boolean", hasStudiedCards: "boolean", cardCount: "number", dueCount: "number", dueWaiting: "number",
  "follows?": { "from?": "string", ended: "boolean", paused: "boolean", "lastPull?": { "batchId?": "string",
  added: "number", changed: "number", kept: "number", suspended: "number", at: "string" } }, createdAt: "string",
  updatedAt: "string" } }, [{ kind: "string", id: "number", gone: "boolean", row: { id: "number", folderId: "number",
  front: "string", back: "string", difficulty: "string", reviewCount: "number", "lastReviewedAt?": "string",
  "nextReviewAt?": "string", "nextReviewDate?": "string", interval: "number", easeFactor: "number", format: "string",
  tags: ["string"], suspended: "boolean", "groupId?": "string", "variant?": "string", "upstream?": [{
  state: "string" }, { state: "string", front: "string", back: "string", format: "string", "variant?": "string" }],
  createdAt: "string", updatedAt: "string" } }, [{ kind: "string", id: "number", gone: "boolean", row: { id: "number",
  name: "string", date: "string", daysLeft: "number", cards: "number", folders: [{ folderId: "number", name: "string",
  color: "string", icon: "string", cards: "number" }], createdAt: "string", updatedAt: "string" } }, [{
  kind: "string", id: "number", gone: "boolean", row: { theme: "string", shortcuts: "boolean",
  desiredRetention: "number", dayStartHour: "number", "newCardsPerDay?": "number", "reviewsPerDay?": "number",
  quietDays: ["number"], "sessionSize?": "number", answerMode: "string", newCardsOffered: "boolean",
  forgottenExplained: "boolean", "costlyNamedOn?": "string", refit: "boolean", reminder: "boolean",
  reminderHour: "number", reminderMinute: "number", reminderChannels: ["string"], "reminderStop?": "string",
  asksAboutForgotten: "boolean", "retentionQuestionFrom?": "string" } }, { kind: "string", id: ["number", "number"],
  gone: "boolean" }]]]]], next: "string", more: "boolean", reset: "boolean" },
};
