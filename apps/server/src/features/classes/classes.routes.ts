import type { classEndpoints } from "@repasa/contract/classes.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import {
  changeAssignment,
  createAssignment,
  listAssignments,
  removeAssignment,
} from "./assignments/assignments.service.ts";
import { changeMember, listMembers, removeMember } from "./classes.members.ts";
import { createClass, endClass, joinClass, listClasses, readClass, renameClass, renewCode } from "./classes.service.ts";
import { readFigures } from "./figures/figures.service.ts";

export function classesRoutes(ctx: Context): Handlers<typeof classEndpoints> {
  return {
    create: ({ owner, moment, body }) => createClass(ctx, owner, moment, body),
    list: ({ owner }) => listClasses(ctx, owner),
    read: ({ owner, params }) => readClass(ctx, owner, params.id),
    update: ({ owner, params, body }) => renameClass(ctx, owner, params.id, body),
    remove: ({ owner, params }) => endClass(ctx, owner, params.id),
    renewCode: ({ owner, params }) => renewCode(ctx, owner, params.id),
    join: ({ owner, moment, body }) => joinClass(ctx, owner, moment, body),
    members: ({ owner, params }) => listMembers(ctx, owner, params.id),
    updateMember: ({ owner, params, body }) => changeMember(ctx, owner, params, body),
    removeMember: ({ owner, params }) => removeMember(ctx, owner, params),
    createAssignment: ({ owner, moment, params, body }) => createAssignment(ctx, owner, moment, params.id, body),
    assignments: ({ owner, params }) => listAssignments(ctx, owner, params.id),
    figures: ({ owner, moment, params }) => readFigures(ctx, owner, moment, params),
    updateAssignment: ({ owner, moment, params, body }) => changeAssignment(ctx, owner, moment, params, body),
    removeAssignment: ({ owner, params }) => removeAssignment(ctx, owner, params),
  };
}
