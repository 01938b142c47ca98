// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";

export const home: ClientEndpoint<(typeof api)["home"]["home"]> = {
  method: "GET", path: "/api/user/home", reads: ["folders", "cards", "reviews", "preferences", "exams", "plan"],
  changes: [], shape: { stats: { cardsDueToday: "number", newWaiting: "number", dueWaiting: "number",
  totalFolders: "number", foldersWithPendingCards: "number", totalCards: "number", reviewedToday: "number",
  currentStreak: "number", longestStreak: "number", "nextExam?": { id: "number", name: "string", date: "string" },
  breaks: [{ from: "string", to: "string" }] }, days: [{ date: "string", completed: "boolean", studied: "boolean",
  due: "number", asked: "number" }], preferences: { theme: "string", shortcuts: "boolean", desiredRetention: "number",
  dayStartHour: "number", "newCardsPerDay?": "number", "reviewsPerDay?": "number", quietDays: ["number"],
  "sessionSize?": "number", answerMode: "string", newCardsOffered: "boolean", forgottenExplained: "boolean",
  "costlyNamedOn?": "string", refit: "boolean", reminder: "boolean", reminderHour: "number", reminderMinute: "number",
  reminderChannels: ["string"], "reminderStop?": "string", asksAboutForgotten: "boolean",
  "retentionQuestionFrom?": "string" }, plan: { premium: "boolean", "subscription?": { status: "string",
  "renewsAt?": "string", "renewalPrice?": "string", "endsAt?": "string", "graceUntil?": "string",
  manageable: "boolean", over: "boolean" }, folders: { used: "number", "limit?": "number" }, cards: { used: "number",
  "limit?": "number" }, sold: "boolean", "adFrame?": "string" }, "backlog?": { pending: "number", overdue: "number",
  minutes: "number", "seconds?": { review: "number", newCard: "number" }, "catchUp?": { until: "string",
  perDay: "number", doneToday: "number" }, suggestion: { days: "number", perDay: "number", leftToday: "number" },
  offered: "boolean" } },
};
