// @module-tag hostile
// Who may make the calls of links, following and classes: every route by every caller, from one table.
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { api } from "@repasa/contract/api.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Class } from "@repasa/contract/classes.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { assign, createClass, joinClass } from "#testing/class-calls.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { noteTried } from "#testing/more-cases.ts";
import { addCard, follow, listCards, shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

/** A part of all texts of the class and the shared folder, so that no refusal may contain it. */
const SECRET = "esto-es-de-la-clase";

/**
 * - `stranger`: an account that has nothing to do with the class.
 * - `student` and `teacher`: of the class; the teacher is the author of the links, too.
 * - `otherTeacher` and `otherStudent`: of another class.
 * - `follower`: follows the author's folder through a link; `ended`: followed another one, whose link has ended.
 */
const CALLERS = [
  "anonymous",
  "stranger",
  "student",
  "teacher",
  "otherTeacher",
  "otherStudent",
  "follower",
  "ended",
] as const;
type Caller = (typeof CALLERS)[number];

type World = { clients: Record<Caller, TestClient>; ids: Record<string, string | number> };

/**
 * The statuses in the order of `CALLERS`.
 *
 * - `on`: the thing of the call, if that is not the usual one.
 * - `forItself`: true if a call changes nothing for the other callers.
 */
type Row = {
  call: string;
  on?: string;
  forItself?: true;
  ids?: Record<string, string>;
  body?: (ids: World["ids"]) => object;
  cells: [number, number, number, number, number, number, number, number];
};

const MEMBERS = [401, 404, 200, 200, 404, 404, 404, 404] as Row["cells"];
const teacher = (status: number): Row["cells"] => [401, 404, 403, status, 404, 404, 404, 404];
const author = (status: number): Row["cells"] => [401, 404, 404, status, 404, 404, 404, 404];
const follower = (status: number): Row["cells"] => [401, 404, 404, 404, 404, 404, status, 404];
const accounts = (status: number): Row["cells"] => [401, status, status, status, status, status, status, status];
const anybody = (status: number): Row["cells"] => [status, ...accounts(status).slice(1)] as Row["cells"];

const TABLE: Row[] = [
  { call: "classes.create", forItself: true, body: () => ({ name: "x" }), cells: accounts(201) },
  { call: "classes.list", cells: accounts(200) },
  { call: "classes.read", cells: MEMBERS },
  { call: "classes.update", body: () => ({ name: "x" }), cells: teacher(200) },
  { call: "classes.remove", cells: teacher(204) },
  { call: "classes.renewCode", cells: teacher(200) },
  { call: "classes.join", forItself: true, body: ({ code }) => ({ code, name: "x" }), cells: accounts(201) },
  { call: "classes.members", cells: MEMBERS },
  { call: "classes.updateMember", body: () => ({ name: "x" }), cells: [401, 404, 200, 403, 404, 404, 404, 404] },
  {
    call: "classes.updateMember",
    on: "another student",
    ids: { memberId: "classmate" },
    body: () => ({ sharesProgress: true }),
    cells: [401, 404, 403, 403, 404, 404, 404, 404],
  },
  {
    call: "classes.updateMember",
    on: "the teacher",
    ids: { memberId: "teacherMember" },
    body: () => ({ name: "x" }),
    cells: [401, 404, 403, 200, 404, 404, 404, 404],
  },
  {
    call: "classes.updateMember",
    on: "a member of another class",
    ids: { memberId: "otherMember" },
    body: () => ({ name: "x" }),
    cells: [401, 404, 404, 404, 404, 404, 404, 404],
  },
  { call: "classes.removeMember", cells: [401, 404, 204, 204, 404, 404, 404, 404] },
  { call: "classes.removeMember", on: "another student", ids: { memberId: "classmate" }, cells: teacher(204) },
  { call: "classes.removeMember", on: "the teacher", ids: { memberId: "teacherMember" }, cells: teacher(409) },
  {
    call: "classes.removeMember",
    on: "a member of another class",
    ids: { memberId: "otherMember" },
    cells: [401, 404, 404, 404, 404, 404, 404, 404],
  },
  {
    call: "classes.createAssignment",
    body: ({ folder }) => ({ name: "x", folderIds: [folder] }),
    cells: teacher(201),
  },
  {
    call: "classes.createAssignment",
    on: "a folder of another account",
    body: ({ otherFolder }) => ({ name: "x", folderIds: [otherFolder] }),
    cells: teacher(404),
  },
  { call: "classes.assignments", cells: MEMBERS },
  { call: "classes.figures", cells: MEMBERS },
  {
    call: "classes.figures",
    on: "an assignment of another class",
    ids: { assignmentId: "otherAssignment" },
    cells: [401, 404, 404, 404, 404, 404, 404, 404],
  },
  { call: "classes.updateAssignment", body: () => ({ name: "x" }), cells: teacher(200) },
  {
    call: "classes.updateAssignment",
    on: "an assignment of another class",
    ids: { assignmentId: "otherAssignment" },
    body: () => ({ name: "x" }),
    cells: teacher(404),
  },
  { call: "classes.removeAssignment", cells: teacher(204) },
  {
    call: "classes.removeAssignment",
    on: "an assignment of another class",
    ids: { assignmentId: "otherAssignment" },
    cells: teacher(404),
  },
  { call: "sharing.create", ids: { id: "folder" }, body: () => ({}), cells: author(201) },
  { call: "sharing.listOfFolder", ids: { id: "folder" }, cells: author(200) },
  { call: "sharing.list", cells: accounts(200) },
  { call: "sharing.listNames", cells: accounts(200) },
  { call: "sharing.update", ids: { id: "share" }, body: () => ({}), cells: author(200) },
  { call: "sharing.end", ids: { id: "share" }, cells: author(204) },
  { call: "sharing.open", cells: anybody(200) },
  { call: "sharing.open", on: "a link that has ended", ids: { token: "endedToken" }, cells: anybody(404) },
  { call: "sharing.readMedia", cells: anybody(200) },
  { call: "sharing.readMedia", on: "a link that has ended", ids: { token: "endedToken" }, cells: anybody(404) },
  { call: "sharing.report", forItself: true, body: () => ({ reason: "spam" }), cells: anybody(201) },
  {
    call: "sharing.report",
    on: "a link that has ended",
    ids: { token: "endedToken" },
    body: () => ({ reason: "spam" }),
    cells: anybody(404),
  },
  { call: "following.follow", forItself: true, cells: [401, 201, 201, 200, 201, 201, 200, 201] },
  {
    call: "following.follow",
    on: "a link that has ended",
    ids: { token: "endedToken" },
    cells: accounts(404),
  },
  { call: "following.pull", ids: { id: "followed" }, body: () => ({}), cells: follower(200) },
  {
    call: "following.pull",
    on: "a folder whose link has ended",
    ids: { id: "endedFolder" },
    body: () => ({}),
    cells: [401, 404, 404, 404, 404, 404, 404, 409],
  },
  { call: "following.choose", ids: { id: "followedCard" }, body: () => ({ take: "mine" }), cells: follower(200) },
  { call: "following.unfollow", ids: { id: "followed" }, cells: follower(204) },
  {
    call: "following.unfollow",
    on: "a folder whose link has ended",
    ids: { id: "endedFolder" },
    cells: [401, 404, 404, 404, 404, 404, 404, 204],
  },
];

/** A world that no call has changed yet: rows share it, because to create one takes thirty calls. */
let unchanged: World | undefined;

async function createWorld(): Promise<World> {
  const register = async () => app.register();
  const clients: World["clients"] = {
    anonymous: app.visitor(),
    stranger: await register(),
    student: await register(),
    teacher: await register(),
    otherTeacher: await register(),
    otherStudent: await register(),
    follower: await register(),
    ended: await register(),
  };
  const ids = Object.values(clients).map(({ userId }) => userId);
  await app.database.pool.query("update users set is_email_verified = true where id = any($1)", [ids]);
  const folder = await createFolder(clients.teacher, { name: SECRET, description: SECRET });
  const { body: media } = await uploadMedia(app, clients.teacher, pngSample());
  await addCard(clients.teacher, folder.id, { front: `${SECRET} ![](media:${media.id})`, format: "markdown" });
  return {
    clients,
    ids: { ...(await createLinks(clients, folder)), ...(await createClasses(clients, folder)), mediaId: media.id },
  };
}

async function createLinks({ teacher: ana, follower: fer, ended }: World["clients"], folder: Folder) {
  const link = await shareFolder(ana, folder.id);
  const followed = await follow(fer, link);
  const [card] = (await listCards(fer, followed.id)) as [Card];
  const second = await createFolder(ana, { name: SECRET });
  const endedLink = await shareFolder(ana, second.id);
  const endedFolder = await follow(ended, endedLink);
  await ana.delete(`/api/shares/${endedLink.id}`);
  return {
    folder: folder.id,
    share: link.id,
    token: link.token,
    followed: followed.id,
    followedCard: card.id,
    endedToken: endedLink.token,
    endedFolder: endedFolder.id,
  };
}

async function createClasses({ teacher: ana, student, otherTeacher, otherStudent }: World["clients"], folder: Folder) {
  const taught = await createClass(ana, SECRET);
  const joined = await joinClass(student, taught);
  const classmate = await joinClass(await app.register(), taught, { name: SECRET });
  const assigned = await assign(ana, taught, { name: SECRET, folderIds: [folder.id] });
  const other = await createClass(otherTeacher, "otra");
  const otherMember = await joinClass(otherStudent, other);
  const otherFolder = await createFolder(otherTeacher, { name: "otra" });
  const otherAssignment = await assign(otherTeacher, other, { folderIds: [otherFolder.id] });
  const memberIds = { memberId: joined.memberId, classmate: classmate.memberId, teacherMember: taught.memberId };
  return {
    id: taught.id,
    code: taught.code as NonNullable<Class["code"]>,
    ...memberIds,
    assignmentId: assigned.id,
    otherMember: otherMember.memberId,
    otherAssignment: otherAssignment.id,
    otherFolder: otherFolder.id,
  };
}

const tables: Record<string, Record<string, Endpoint>> = {
  sharing: api.sharing,
  following: api.following,
  classes: api.classes,
};

function endpointOf({ call }: Row): Endpoint {
  const [feature, name] = call.split(".") as [string, string];
  return tables[feature]?.[name] as Endpoint;
}

async function makeCall({ clients, ids }: World, row: Row, caller: Caller) {
  const { method, path } = endpointOf(row);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[row.ids?.[name] ?? name]));
  const cookie = clients[caller].cookie();
  const response = await app.app.inject({
    method: method as "GET",
    url,
    headers: cookie === "" ? {} : { cookie },
    ...(row.body && { payload: row.body(ids) }),
  });
  return { status: response.statusCode, text: response.body };
}

describe("links, following and classes", () => {
  it("have a row for each of their calls", () => {
    const calls = Object.entries(tables).flatMap(([feature, table]) =>
      Object.keys(table).map((name) => `${feature}.${name}`),
    );
    expect([...new Set(TABLE.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  const titled = TABLE.map((row) => [row.on === undefined ? row.call : `${row.call} of ${row.on}`, row] as const);

  it.for(titled)("answer %s to exactly those who may make it", async ([, row], test) => {
    const isRead = endpointOf(row).method === "GET";
    const statusOf = Object.fromEntries(CALLERS.map((caller, at) => [caller, row.cells[at] as number]));
    // Refused callers come first: their calls must leave everything as it was.
    const inOrder = CALLERS.toSorted((a, b) => Number((statusOf[b] ?? 0) >= 400) - Number((statusOf[a] ?? 0) >= 400));
    const found: Record<string, number> = {};
    let world: World | undefined;
    for (const caller of inOrder) {
      world ??= unchanged ?? (await createWorld());
      unchanged = undefined;
      const { status, text } = await makeCall(world, row, caller);
      found[caller] = status;
      if (status >= 400) expect(text).not.toContain(SECRET);
      if (status === 403) expect(JSON.parse(text).code).toMatch(/^(teachers_only|other_member)$/);
      if (status < 400 && !isRead && !row.forItself) world = undefined;
    }
    if (isRead || Object.values(found).every((status) => status >= 400)) unchanged = world;
    expect(found).toEqual(statusOf);
    noteTried(test, CALLERS.length, "cells");
  });
});
