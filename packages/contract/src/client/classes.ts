// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const createShape: Shape = { id: "number", name: "string", "code?": "string", role: "string", members: "number",
  memberId: "number", createdAt: "string" };
export const create: ClientEndpoint<(typeof api)["classes"]["create"]> = {
  method: "POST", path: "/api/classes", reads: [], changes: ["classes"], shape: createShape,
};
export const list: ClientEndpoint<(typeof api)["classes"]["list"]> = {
  method: "GET", path: "/api/classes", reads: ["classes"], changes: [], shape: [createShape],
};
export const read: ClientEndpoint<(typeof api)["classes"]["read"]> = {
  method: "GET", path: "/api/classes/{id}", reads: ["classes"], changes: [], shape: createShape,
};
export const update: ClientEndpoint<(typeof api)["classes"]["update"]> = {
  method: "PUT", path: "/api/classes/{id}", reads: [], changes: ["classes"], shape: createShape,
};
export const remove: ClientEndpoint<(typeof api)["classes"]["remove"]> = {
  method: "DELETE", path: "/api/classes/{id}", reads: [], changes: ["classes"], shape: null,
};
export const renewCode: ClientEndpoint<(typeof api)["classes"]["renewCode"]> = {
  method: "POST", path: "/api/classes/{id}/code", reads: [], changes: ["classes"], shape: createShape,
};
export const join: ClientEndpoint<(typeof api)["classes"]["join"]> = {
  method: "POST", path: "/api/classes/join", reads: [], changes: ["classes", "folders", "cards", "exams"],
  shape: createShape,
};
export const members: ClientEndpoint<(typeof api)["classes"]["members"]> = {
  method: "GET", path: "/api/classes/{id}/members", reads: ["classes"], changes: [], shape: [{ id: "number",
  name: "string", role: "string", sharesProgress: "boolean", me: "boolean" }],
};
export const updateMember: ClientEndpoint<(typeof api)["classes"]["updateMember"]> = {
  method: "PUT", path: "/api/classes/{id}/members/{memberId}", reads: [], changes: ["classes"], shape: {
  id: "number", name: "string", role: "string", sharesProgress: "boolean", me: "boolean" },
};
export const removeMember: ClientEndpoint<(typeof api)["classes"]["removeMember"]> = {
  method: "DELETE", path: "/api/classes/{id}/members/{memberId}", reads: [], changes: ["classes", "folders",
  "cards", "exams"], shape: null,
};
export const createAssignment: ClientEndpoint<(typeof api)["classes"]["createAssignment"]> = {
  method: "POST", path: "/api/classes/{id}/assignments", reads: [], changes: ["classes"], shape: { id: "number",
  name: "string", folderIds: ["number"], "date?": "string", createdAt: "string" },
};
export const assignments: ClientEndpoint<(typeof api)["classes"]["assignments"]> = {
  method: "GET", path: "/api/classes/{id}/assignments", reads: ["classes", "folders"], changes: [], shape: [{
  id: "number", name: "string", folderIds: ["number"], "date?": "string", createdAt: "string" }],
};
export const figures: ClientEndpoint<(typeof api)["classes"]["figures"]> = {
  method: "GET", path: "/api/classes/{id}/assignments/{assignmentId}", reads: ["classes", "folders"], changes: [],
  shape: { id: "number", name: "string", folderIds: ["number"], "date?": "string", createdAt: "string",
  "asOf?": "string", "class?": { began: "number", seen: "number", "expected?": { mean: "number", low: "number",
  high: "number" }, weakest: [{ front: "string", back: "string", format: "string", "variant?": "string",
  recall: "number" }] }, students: [{ memberId: "number", name: "string", seen: "number", "expected?": "number" }],
  "me?": { memberId: "number", name: "string", seen: "number", "expected?": "number" } },
};
export const updateAssignment: ClientEndpoint<(typeof api)["classes"]["updateAssignment"]> = {
  method: "PUT", path: "/api/classes/{id}/assignments/{assignmentId}", reads: [], changes: ["classes"], shape: {
  id: "number", name: "string", folderIds: ["number"], "date?": "string", createdAt: "string" },
};
export const removeAssignment: ClientEndpoint<(typeof api)["classes"]["removeAssignment"]> = {
  method: "DELETE", path: "/api/classes/{id}/assignments/{assignmentId}", reads: [], changes: ["classes"],
  shape: null,
};
