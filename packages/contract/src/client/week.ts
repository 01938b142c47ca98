// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const read: ClientEndpoint<(typeof api)["week"]["read"]> = {
  method: "GET", path: "/api/study-week", reads: ["cards", "reviews", "preferences", "exams"], changes: [], shape: {
  date: "string", learner: { settings: { desiredRetention: "number", maximumInterval: "number", "promise?": {
  hard: "number", medium: "number", easy: "number" }, "threeButtons?": "boolean" }, "weights?": ["number"],
  calibration: { a: "number", b: "number", "hardSinceForgotten?": "number", recalledCount: "number",
  hardRecalledCount: "number", recalledInARow: "number" } }, "weekdays?": ["number"], "load?": { from: "string",
  counts: ["number"] }, dueCounts: ["number"], exams: [{ name: "string", date: "string", folderIds: ["number"] }],
  breaks: [{ from: "string", to: "string", spreadUntil: "string" }], "newCardsPerDay?": "number",
  "reviewsPerDay?": "number", "catchUp?": { until: "string", perDay: "number" }, reviewed: "number", started: [{
  folderId: "number", count: "number" }], received: ["string"], rated: { idSteps: ["number"], folderId: ["number"],
  group: ["number"], suspended: ["boolean"], stability: ["number"], memoryDifficulty: ["number"],
  reviewedAgo: ["number"], dueIn: ["number"], difficulty: ["string"], reviewCount: ["number"] }, fresh: {
  idSteps: ["number"], folderId: ["number"], group: ["number"], suspended: ["boolean"] } },
};
