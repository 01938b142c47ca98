// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const completedFoldersShape: Shape = { "from?": "string", ended: "boolean", paused: "boolean", "lastPull?": {
  "batchId?": "string", added: "number", changed: "number", kept: "number", suspended: "number", at: "string" } };
export const userStats: ClientEndpoint<(typeof api)["stats"]["userStats"]> = {
  method: "GET", path: "/api/user/stats", reads: ["folders", "cards", "reviews", "preferences", "exams"],
  changes: [], shape: { cardsDueToday: "number", newWaiting: "number", dueWaiting: "number", totalFolders: "number",
  foldersWithPendingCards: "number", totalCards: "number", reviewedToday: "number", currentStreak: "number",
  longestStreak: "number", "nextExam?": { id: "number", name: "string", date: "string" }, breaks: [{ from: "string",
  to: "string" }] },
};
export const dailyReview: ClientEndpoint<(typeof api)["stats"]["dailyReview"]> = {
  method: "GET", path: "/api/cards/daily-review", reads: ["folders", "cards", "reviews", "preferences", "exams"],
  changes: [], shape: { date: "string", totalDue: "number", newWaiting: "number", dueWaiting: "number", "break?": {
  from: "string", to: "string", spreadUntil: "string", "perDay?": "number" }, folders: [{ folderId: "number",
  name: "string", color: "string", icon: "string", total: "number", new: "number", hard: "number", medium: "number",
  easy: "number" }] },
};
export const completedFolders: ClientEndpoint<(typeof api)["stats"]["completedFolders"]> = {
  method: "GET", path: "/api/folders/completed/{date}", reads: ["folders", "cards", "reviews", "preferences",
  "exams"], changes: [], shape: [{ id: "number", name: "string", "description?": "string", difficultyLevel: "string",
  "language?": "string", color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean",
  answerMode: "string", answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean",
  cardCount: "number", dueCount: "number", dueWaiting: "number", "follows?": completedFoldersShape,
  createdAt: "string", updatedAt: "string" }],
};
export const scheduledFolders: ClientEndpoint<(typeof api)["stats"]["scheduledFolders"]> = {
  method: "GET", path: "/api/folders/scheduled/{date}", reads: ["folders", "cards", "reviews", "preferences",
  "exams"], changes: [], shape: [{ id: "number", name: "string", "description?": "string", difficultyLevel: "string",
  "language?": "string", color: "string", icon: "string", colorChosen: "boolean", iconChosen: "boolean",
  answerMode: "string", answerModeChosen: "boolean", strictAccents: "boolean", hasStudiedCards: "boolean",
  cardCount: "number", dueCount: "number", dueWaiting: "number", "follows?": completedFoldersShape,
  createdAt: "string", updatedAt: "string", "dueOnDate?": "number", "asked?": "number" }],
};
export const nearDays: ClientEndpoint<(typeof api)["stats"]["nearDays"]> = {
  method: "GET", path: "/api/user/days", reads: ["folders", "cards", "reviews", "preferences", "exams"],
  changes: [], shape: [{ date: "string", completed: "boolean", studied: "boolean", due: "number", asked: "number" }],
};
export const activity: ClientEndpoint<(typeof api)["stats"]["activity"]> = {
  method: "GET", path: "/api/user/activity", reads: ["reviews"], changes: [], shape: [{ date: "string",
  count: "number", durationMs: "number" }],
};
export const forecast: ClientEndpoint<(typeof api)["stats"]["forecast"]> = {
  method: "GET", path: "/api/user/forecast", reads: ["cards", "reviews", "preferences", "exams"], changes: [],
  shape: [{ date: "string", count: "number", asked: "number" }],
};
