// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const startSessionShape: Shape = { id: "number", "folderId?": "number", cardsStudied: "number", easyCount: "number",
  goodCount: "number", hardCount: "number", startedAt: "string", "completedAt?": "string" };
const reviewShape: Shape = { id: "number", folderId: "number", front: "string", back: "string",
  difficulty: "string", reviewCount: "number", "lastReviewedAt?": "string", "nextReviewAt?": "string",
  "nextReviewDate?": "string", interval: "number", easeFactor: "number", format: "string", tags: ["string"],
  suspended: "boolean", "groupId?": "string", "variant?": "string", "upstream?": [{ state: "string" }, {
  state: "string", front: "string", back: "string", format: "string", "variant?": "string" }], createdAt: "string",
  updatedAt: "string" };
const reviewShape2: Shape = { card: reviewShape, reviewId: "string", "undone?": "boolean" };
const reviewQueueShape: Shape = { id: "number", folderId: "number", front: "string", back: "string",
  difficulty: "string", reviewCount: "number", "lastReviewedAt?": "string", "nextReviewAt?": "string",
  "nextReviewDate?": "string", interval: "number", easeFactor: "number", format: "string", tags: ["string"],
  suspended: "boolean", "groupId?": "string", "variant?": "string", "upstream?": [{ state: "string" }, {
  state: "string", front: "string", back: "string", format: "string", "variant?": "string" }], createdAt: "string",
  updatedAt: "string", nextIntervals: { hard: "number", medium: "number", easy: "number", "sameForExam?": "boolean" },
  "recall?": "number", "forgotten?": "boolean", "exam?": { name: "string", date: "string" } };
export const reviewQueue: ClientEndpoint<(typeof api)["study"]["reviewQueue"]> = {
  method: "GET", path: "/api/cards/review", reads: ["cards", "reviews", "preferences", "exams"], changes: [],
  shape: [[reviewQueueShape], { cards: [reviewQueueShape], total: "number", "next?": "string" }],
};
export const review: ClientEndpoint<(typeof api)["study"]["review"]> = {
  method: "POST", path: "/api/cards/{id}/review", reads: [], changes: ["reviews"], shape: reviewShape2,
};
export const reviewMany: ClientEndpoint<(typeof api)["study"]["reviewMany"]> = {
  method: "POST", path: "/api/reviews", reads: [], changes: ["reviews"], shape: { results: [{ cardId: "number",
  reviewId: "string", status: "number", "card?": reviewShape, "message?": "string", "code?": "string" }] },
};
export const undoReview: ClientEndpoint<(typeof api)["study"]["undoReview"]> = {
  method: "DELETE", path: "/api/cards/{id}/reviews/{reviewId}", reads: [], changes: ["reviews"],
  shape: reviewShape2,
};
export const history: ClientEndpoint<(typeof api)["study"]["history"]> = {
  method: "GET", path: "/api/cards/{id}/history", reads: ["cards", "reviews", "exams"], changes: [], shape: {
  card: reviewShape, reviews: [{ reviewId: "string", reviewedAt: "string", date: "string", difficulty: "string",
  "answerResult?": "string", interval: "number", practice: "boolean", mode: "string", hints: "number",
  undone: "boolean" }], "recall?": "number", "stability?": "number", "nextReviewAt?": "string", "exam?": {
  name: "string", date: "string" } },
};
export const confusions: ClientEndpoint<(typeof api)["study"]["confusions"]> = {
  method: "GET", path: "/api/confusions", reads: ["cards", "reviews"], changes: [], shape: { confusions: [{
  reviewId: "string", date: "string", cardId: "number", folderId: "number", otherId: "number" }], cards: [{
  id: "number", front: "string", format: "string", "variant?": "string" }] },
};
export const costly: ClientEndpoint<(typeof api)["study"]["costly"]> = {
  method: "GET", path: "/api/costly-cards", reads: ["cards", "reviews"], changes: [], shape: { cards: [{
  id: "number", spentMs: "number", reviews: "number" }], share: "number" },
};
export const startSession: ClientEndpoint<(typeof api)["study"]["startSession"]> = {
  method: "POST", path: "/api/study-sessions", reads: [], changes: [], shape: startSessionShape,
};
export const updateSession: ClientEndpoint<(typeof api)["study"]["updateSession"]> = {
  method: "PUT", path: "/api/study-sessions/{id}", reads: [], changes: [], shape: startSessionShape,
};
