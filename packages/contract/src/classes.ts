import * as z from "zod/mini";
import { assignmentForm, classForm, joinForm, memberForm } from "#classes.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, idParams, instant, localDate, pathId } from "#fields.ts";
import { sharedCard } from "#sharing.ts";

const role = z.enum(["teacher", "student"]);

const schoolClass = z.object({
  id,
  name: z.string(),
  /** The code by which students join; null in a response to a student. */
  code: z.nullable(z.string()),
  /** The caller's. */
  role,
  /** The number of members, the teacher included. */
  members: count,
  /** The caller's. */
  memberId: id,
  createdAt: instant,
});
export type Class = z.output<typeof schoolClass>;

const member = z.object({
  id,
  name: z.string(),
  role,
  /** Whether the teacher sees this student's progress; false for the teacher. */
  sharesProgress: z.boolean(),
  me: z.boolean(),
});
export type Member = z.output<typeof member>;

const assignment = z.object({
  id,
  name: z.string(),
  /** The teacher's folders; in a response to a student, her own that follow them. */
  folderIds: z.array(id),
  /** The day of each student's exam; null without one. */
  date: z.nullable(localDate),
  createdAt: instant,
});
export type Assignment = z.output<typeof assignment>;

/** `seen` counts cards; `expected` is a share from 0 to 1, null without a date and before anything was seen. */
const studentRow = z.object({ memberId: id, name: z.string(), seen: count, expected: z.nullable(z.number()) });
export type StudentRow = z.output<typeof studentRow>;

/** Figures for the students that they cover: those who share their progress, and five or more of the others. */
const classFigures = z.object({
  /** The number of these students. All of them have rated a card of the assignment. */
  began: count,
  /** The mean share of cards that they have rated, 0 to 1. */
  seen: z.number(),
  /** The mean share that is recalled on the day; null without a date. */
  expected: z.nullable(z.object({ mean: z.number(), low: z.number(), high: z.number() })),
  /** Up to ten cards of the teacher, those with the lowest mean recall first. */
  weakest: z.array(z.extend(sharedCard, { recall: z.number() })),
});
export type ClassFigures = z.output<typeof classFigures>;

const assignmentFigures = z.extend(assignment, {
  /** When the figures were computed; null before the first ones. */
  asOf: z.nullable(instant),
  /** Null while it would cover fewer than five students. */
  class: z.nullable(classFigures),
  /** The students who share their progress, by name; empty for a student. */
  students: z.array(studentRow),
  /** The caller's own row; null for the teacher. */
  me: z.nullable(studentRow),
});
export type AssignmentFigures = z.output<typeof assignmentFigures>;

const memberParams = z.object({ id: pathId, memberId: pathId });
const assignmentParams = z.object({ id: pathId, assignmentId: pathId });

export const classEndpoints = {
  create: defineEndpoint("POST /api/classes", {
    summary: "Creates a class, whose teacher is the caller",
    changes: ["classes"],
    status: 201,
    body: classForm,
    response: schoolClass,
    errors: ["email_unconfirmed", "conflict"],
  }),
  list: defineEndpoint("GET /api/classes", {
    summary: "Lists the classes that the user teaches or has joined, the oldest first",
    reads: ["classes"],
    response: z.array(schoolClass),
  }),
  read: defineEndpoint("GET /api/classes/{id}", {
    summary: "Returns a class",
    reads: ["classes"],
    params: idParams,
    response: schoolClass,
    errors: ["not_found"],
  }),
  update: defineEndpoint("PUT /api/classes/{id}", {
    summary: "Renames a class",
    changes: ["classes"],
    params: idParams,
    body: classForm,
    response: schoolClass,
    errors: ["not_found", "teachers_only"],
  }),
  remove: defineEndpoint("DELETE /api/classes/{id}", {
    summary: "Ends a class; its students keep the cards",
    changes: ["classes"],
    status: 204,
    params: idParams,
    errors: ["not_found", "teachers_only"],
  }),
  renewCode: defineEndpoint("POST /api/classes/{id}/code", {
    summary: "Gives a class a new code; the old one is unknown from then on",
    changes: ["classes"],
    params: idParams,
    response: schoolClass,
    errors: ["not_found", "teachers_only"],
  }),
  join: defineEndpoint("POST /api/classes/join", {
    summary: "Makes the user a student of the class that has a code; an account may try ten codes an hour",
    changes: ["classes", "folders", "cards", "exams"],
    status: 201,
    body: joinForm,
    response: schoolClass,
    errors: ["not_found", "conflict"],
  }),
  members: defineEndpoint("GET /api/classes/{id}/members", {
    summary: "Lists the members for the teacher, and for a student the teacher and herself",
    reads: ["classes"],
    params: idParams,
    response: z.array(member),
    errors: ["not_found"],
  }),
  updateMember: defineEndpoint("PUT /api/classes/{id}/members/{memberId}", {
    summary: "Changes the caller's own name, and whether the teacher sees her progress",
    changes: ["classes"],
    params: memberParams,
    body: memberForm,
    response: member,
    errors: ["not_found", "other_member"],
  }),
  removeMember: defineEndpoint("DELETE /api/classes/{id}/members/{memberId}", {
    summary: "Ends a membership: one's own, or for the teacher that of a student, who keeps the cards",
    changes: ["classes", "folders", "cards", "exams"],
    status: 204,
    params: memberParams,
    errors: ["not_found", "teachers_only", "conflict"],
  }),
  createAssignment: defineEndpoint("POST /api/classes/{id}/assignments", {
    summary: "Assigns folders to all students, who follow them from then on, with an exam if there is a date",
    changes: ["classes"],
    status: 201,
    params: idParams,
    body: assignmentForm,
    response: assignment,
    errors: ["not_found", "teachers_only", "conflict"],
  }),
  assignments: defineEndpoint("GET /api/classes/{id}/assignments", {
    summary: "Lists the assignments of a class, the newest first",
    reads: ["classes", "folders"],
    params: idParams,
    response: z.array(assignment),
    errors: ["not_found"],
  }),
  figures: defineEndpoint("GET /api/classes/{id}/assignments/{assignmentId}", {
    summary: "Returns how far the class and each student who shares it have come; computed anew once an hour at most",
    reads: ["classes", "folders"],
    params: assignmentParams,
    response: assignmentFigures,
    errors: ["not_found"],
  }),
  updateAssignment: defineEndpoint("PUT /api/classes/{id}/assignments/{assignmentId}", {
    summary: "Changes an assignment; a student's exam follows unless she has changed or deleted it",
    changes: ["classes"],
    params: assignmentParams,
    body: z.partial(assignmentForm),
    response: assignment,
    errors: ["not_found", "teachers_only"],
  }),
  removeAssignment: defineEndpoint("DELETE /api/classes/{id}/assignments/{assignmentId}", {
    summary: "Deletes an assignment with the exams of the students, who keep the cards",
    changes: ["classes"],
    status: 204,
    params: assignmentParams,
    errors: ["not_found", "teachers_only"],
  }),
};
