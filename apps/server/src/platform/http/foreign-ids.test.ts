// @module-tag hostile
// Sends another account's ids to every call of the contract that takes ids.
import { randomUUID } from "node:crypto";
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { api } from "@repasa/contract/api.ts";
import type { Card, CardVersion, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Class } from "@repasa/contract/classes.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { sendMaterial } from "#testing/import-form.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { noteTried } from "#testing/more-cases.ts";
import { startPushService } from "#testing/push-service.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const pushService = await startPushService();
const app = await sharedTestApp({ environment: { PUSH_HOSTS: pushService.origin } });
afterAll(() => pushService.close());
const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
);

/** A part of all texts of the owner, so that no answer to another account may contain it. */
const SECRET = "esto-es-de-ana";

/** Ids by the name of their parameter, or by the part of the path before it if that name is `id`. */
type Ids = Record<string, string | number>;

let ana: TestClient;
let eva: TestClient;
let anaIds: Ids;
let evaIds: Ids;

beforeAll(async () => {
  [ana, eva] = [await app.register(), await app.register()];
  anaIds = await createThings(ana, SECRET);
  evaIds = await createThings(eva, "de eva");
});

async function createThings(client: TestClient, text: string): Promise<Ids> {
  const { body: folder } = await client.post<Folder>("/api/folders", { name: text, description: text });
  const newCard = { front: `${text} {{c1::uno}} {{c2::dos}}`, back: text, format: "markdown", tags: [text] };
  const { body: card } = await client.post<CardWithSiblings>(`/api/folders/${folder.id}/cards`, newCard);
  const [first, second] = [card, card.siblings?.find(({ id }) => id !== card.id) as Card];
  await client.put(`/api/cards/${first.id}`, { front: newCard.front, back: `${text} corregido` });
  const { body: edited } = await client.get<{ versions: CardVersion[] }>(`/api/cards/${first.id}/versions`);
  const reviewId = randomUUID();
  await client.post(`/api/cards/${first.id}/review`, { difficulty: "easy", reviewId });
  const examForm = { name: text, date: "2026-04-20", folderIds: [folder.id] };
  const { body: exam } = await client.post<Exam>("/api/exams", examForm);
  const { body: session } = await client.post<{ id: number }>("/api/study-sessions", { folderId: folder.id });
  const batchForm = { cardIds: [second.id], action: "suspend" };
  const { body: batch } = await client.post<{ batchId: string }>("/api/cards/batch", batchForm);
  const { body: sessions } = await client.get<{ id: string }[]>("/api/auth/sessions");
  const { body: media } = await uploadMedia(app, client, pngSample({ width: client.userId, height: 1 }));
  const { id: importId } = await sendMaterial(app, client, { text: `${text} uno\tone\n${text} dos\ttwo` });
  const { subscription: device } = await pushService.subscribe();
  const { body: subscription } = await client.post<{ id: number }>("/api/push/subscriptions", {
    ...device,
    label: text,
  });
  await app.database.pool.query("update users set is_email_verified = true where id = $1", [client.userId]);
  const { body: share } = await client.post<Share>(`/api/folders/${folder.id}/shares`, {});
  const { body: taught } = await client.post<Class>("/api/classes", { name: text });
  const assignmentForm = { name: text, folderIds: [folder.id] };
  const assigned = await client.post<{ id: number }>(`/api/classes/${taught.id}/assignments`, assignmentForm);
  const testForm = { folderIds: [folder.id], kinds: ["type"] };
  const { body: asked } = await client.post<{ id: number }>("/api/tests", testForm);
  const passkey = randomUUID();
  await app.database.pool.query(
    `insert into passkeys (user_id, id, name, credential_id, public_key, counter, transports, created_at)
    values ($1, $2, $3, $4, '', 0, '{}', $5)`,
    [client.userId, passkey, text, `credential of ${text}`, app.clock.now()],
  );
  // The session has just confirmed its second factor, so that calls that change the account do not request it again.
  await app.database.pool.query(
    "update sessions set sess = jsonb_set(sess::jsonb, '{factorAt}', to_jsonb($2::text)) where user_id = $1",
    [client.userId, app.clock.now().toISOString()],
  );
  return {
    passkeys: passkey,
    versionId: edited.versions[0]?.versionId as number,
    folders: folder.id,
    cards: first.id,
    exams: exam.id,
    "study-sessions": session.id,
    reviewId,
    sessions: sessions[0]?.id as string,
    batchId: batch.batchId,
    mediaId: media.id,
    importId,
    date: "2026-03-10",
    slug: "capitales",
    subscriptions: subscription.id,
    tests: asked.id,
    shares: share.id,
    token: share.token,
    classes: taught.id,
    memberId: taught.memberId,
    assignmentId: assigned.body.id,
    n: 1,
  };
}

/** The bodies that make calls valid. A call that is not listed needs none. */
const bodies: Record<string, () => object> = {
  "factors.renamePasskey": () => ({ name: "otra" }),
  "folders.update": () => ({ name: "otro nombre" }),
  "cards.create": () => ({ front: "a", back: "b" }),
  "cards.update": () => ({ front: "a", back: "b" }),
  "exams.update": () => ({ name: "otro", date: "2026-04-21", folderIds: [evaIds.folders] }),
  "sharing.create": () => ({}),
  "sharing.update": () => ({ showName: true }),
  "study.review": () => ({ difficulty: "easy" }),
  "study.updateSession": () => ({ cardsStudied: 1 }),
  "imports.start": () => ({ options: {} }),
  "tests.answer": () => ({ text: "uno" }),
  "following.choose": () => ({ take: "mine" }),
  "classes.update": () => ({ name: "otra" }),
  "classes.updateMember": () => ({ name: "otra" }),
  "classes.createAssignment": () => ({ name: "otra", folderIds: [evaIds.folders] }),
  "classes.updateAssignment": () => ({ name: "otra" }),
};

/** The calls that take ids in a query or a body: requests with another account's ids, and the expected status if it is not 404. */
const idsOutsidePath: Record<
  string,
  { fields: string[]; calls: (ids: Ids) => { url: string; body?: object; status?: number }[] }
> = {
  ...signedByPasskeys("addPasskey", "confirm", "finishSignIn", "signInByPasskey"),
  "cards.search": { fields: ["folderId"], calls: ({ folders }) => [{ url: `/api/cards/search?folderId=${folders}` }] },
  "cards.batch": {
    fields: ["cardIds", "folderId"],
    calls: ({ cards, folders }) => [
      { url: "/api/cards/batch", body: { cardIds: [cards], action: "suspend" } },
      { url: "/api/cards/batch", body: { cardIds: [evaIds.cards, cards], action: "delete" } },
      { url: "/api/cards/batch", body: { cardIds: [evaIds.cards], action: "move", folderId: folders } },
    ],
  },
  "study.reviewQueue": {
    fields: ["folderId", "cardIds", "examId"],
    calls: ({ cards, folders, exams }) => [
      { url: `/api/cards/review?examId=${exams}` },
      { url: `/api/cards/review?folderId=${folders}` },
      { url: `/api/cards/review?folderId=${folders}&practice=true` },
      // Cards that the account does not have are left out.
      { url: `/api/cards/review?cardIds=${cards}`, status: 200 },
    ],
  },
  "study.review": {
    fields: ["reviewId", "studySessionId"],
    calls: ({ reviewId, "study-sessions": studySessionId }) => [
      // Review ids are unique per user only, and another account's study session is ignored.
      { url: `/api/cards/${evaIds.cards}/review`, body: { difficulty: "easy", reviewId, studySessionId }, status: 200 },
    ],
  },
  "study.reviewMany": {
    fields: ["reviewId", "studySessionId", "cardId"],
    calls: ({ cards, reviewId }) => [
      // Each rating has an outcome of its own.
      { url: "/api/reviews", body: { ratings: [{ cardId: cards, reviewId, difficulty: "easy" }] }, status: 200 },
    ],
  },
  "study.startSession": {
    fields: ["folderId"],
    calls: ({ folders }) => [{ url: "/api/study-sessions", body: { folderId: folders } }],
  },
  "exams.create": {
    fields: ["folderIds"],
    calls: ({ folders }) => [
      { url: "/api/exams", body: { name: "x", date: "2026-04-22", folderIds: [evaIds.folders, folders] } },
    ],
  },
  "exams.update": {
    fields: ["folderIds"],
    calls: ({ folders }) => [
      { url: `/api/exams/${evaIds.exams}`, body: { name: "x", date: "2026-04-22", folderIds: [folders] } },
    ],
  },
  "tests.create": {
    fields: ["folderIds", "examId"],
    calls: ({ folders, exams }) => [
      { url: "/api/tests", body: { folderIds: [evaIds.folders, folders], kinds: ["type"] } },
      { url: "/api/tests", body: { examId: exams, kinds: ["type"] } },
    ],
  },
  "classes.createAssignment": {
    fields: ["folderIds"],
    calls: ({ folders }) => [
      { url: `/api/classes/${evaIds.classes}/assignments`, body: { name: "x", folderIds: [evaIds.folders, folders] } },
    ],
  },
  "classes.updateAssignment": {
    fields: ["folderIds"],
    calls: ({ folders }) => [
      { url: `/api/classes/${evaIds.classes}/assignments/${evaIds.assignmentId}`, body: { folderIds: [folders] } },
    ],
  },
  "imports.start": {
    fields: ["folderId"],
    calls: ({ folders }) => [
      { url: `/api/imports/${evaIds.importId}/start`, body: { options: { folderId: folders } } },
    ],
  },
  // The session decides who the sender is.
  "feedback.send": {
    fields: ["userId"],
    calls: () => [{ url: "/api/feedback", body: { rating: 5, userId: ana.userId }, status: 201 }],
  },
};

/** Returns the names of the fields of a query or a body that hold ids, at any depth. */
function listIdFields(schema: unknown): string[] {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const inner = ["innerType", "in", "out", "element"].flatMap((name) => listIdFields(def[name]));
  const choices = ((def.options as unknown[] | undefined) ?? []).flatMap(listIdFields);
  const fields = Object.entries((def.shape as object | undefined) ?? {}).flatMap(([name, field]) =>
    /[a-z]Ids?$/.test(name) && name !== "clientId" ? [name] : listIdFields(field),
  );
  return [...new Set([...inner, ...choices, ...fields])];
}

/** Whoever has the token of a link may use it, so that calls with one are left out. */
const endpointsWithIds = endpoints.filter(([, { path }]) => /\{(\w*[iI]d)\}/.test(path) && !path.includes("{token}"));

function urlOf({ path }: Endpoint, ids: Ids): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const id = ids[name === "id" ? before : name];
    if (id === undefined) throw new Error(`say in createThings what ${path} names by ${before}/{${name}}`);
    return `${before}/${id}`;
  });
}

/** A passkey's id counts only with the passkey's signature: factors.test.ts tries those of others. */
function signedByPasskeys(...names: string[]) {
  return Object.fromEntries(names.map((name) => [`factors.${name}`, { fields: ["rawId"], calls: () => [] }]));
}

async function call(client: TestClient, method: string, url: string, body: object | undefined) {
  const response = await app.app.inject({
    method: method as "GET",
    url,
    headers: { cookie: client.cookie() },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, text: response.body };
}

describe("another account's ids", () => {
  it("find nothing in a path, whatever the call", async (test) => {
    const leaks: string[] = [];
    for (const [name, endpoint] of endpointsWithIds) {
      const { status, text } = await call(eva, endpoint.method, urlOf(endpoint, anaIds), bodies[name]?.());
      if (![401, 403, 404].includes(status) || text.includes(SECRET)) leaks.push(`${name}: ${status} ${text}`);
    }
    expect(leaks).toEqual([]);
    noteTried(test, endpointsWithIds.length, "calls");
  });

  it("find nothing in a query or a body, and every call that takes ids there is listed", async (test) => {
    const taking = endpoints
      .map(([name, { query, body }]) => [name, [...listIdFields(query), ...listIdFields(body)].sort()] as const)
      .filter(([, fields]) => fields.length > 0);
    expect(Object.fromEntries(taking)).toEqual(
      Object.fromEntries(Object.entries(idsOutsidePath).map(([name, { fields }]) => [name, [...fields].sort()])),
    );
    const methods = new Map(endpoints.map(([name, { method }]) => [name, method]));
    let tried = 0;
    for (const [name, { calls }] of Object.entries(idsOutsidePath)) {
      for (const { url, body, status: expected = 404 } of calls(anaIds)) {
        const { status, text } = await call(eva, methods.get(name) as string, url, body);
        expect(`${name}: ${status}`).toBe(`${name}: ${expected}`);
        expect(text).not.toContain(SECRET);
        tried++;
      }
    }
    noteTried(test, tried, "calls");
  });

  it("find nothing of the owner in calls without parameters", async (test) => {
    const plain = endpoints.filter(([, { method, path }]) => method === "GET" && !path.includes("{"));
    for (const [, { path }] of plain) expect((await call(eva, "GET", path, undefined)).text).not.toContain(SECRET);
    noteTried(test, plain.length, "calls");
  });
});

describe("every call", () => {
  it("answers 401 without a session if it needs one", async (test) => {
    const visitor = app.visitor();
    const needing = endpoints.filter(([, { session }]) => session);
    for (const [name, endpoint] of needing) {
      const { status, text } = await call(visitor, endpoint.method, urlOf(endpoint, anaIds), bodies[name]?.());
      expect(`${name}: ${status} ${text}`).toBe(`${name}: 401 {"message":"Unauthorized"}`);
    }
    noteTried(test, needing.length, "calls");
  });

  it("is refused from another site if it writes", async (test) => {
    const writes = endpoints.filter(([, { method }]) => method !== "GET");
    for (const [name, endpoint] of writes) {
      for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
        const response = await app.app.inject({
          method: endpoint.method as "POST",
          url: urlOf(endpoint, anaIds),
          headers: { cookie: ana.cookie(), origin },
        });
        expect(`${name}: ${response.statusCode}`).toBe(`${name}: 403`);
      }
    }
    noteTried(test, 3 * writes.length, "calls");
  });
});

it("answers all of these calls to their owner, so the refused ones were valid", async (test) => {
  // Deletions come last, and at the very end that of the session that makes these calls.
  const last = [
    "classes.removeAssignment",
    "classes.remove",
    "study.undoReview",
    "exams.remove",
    "sharing.end",
    "cards.remove",
    "folders.remove",
    "auth.endSession",
  ];
  // What follows another account's folder has answers of its own, which sharing-access.test.ts compares.
  const answered = endpointsWithIds.filter(([name]) => !name.startsWith("following."));
  const inOrder = answered.toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other));
  const refused: string[] = [];
  for (const [name, endpoint] of inOrder) {
    const withFolders = name === "exams.update" || name === "classes.createAssignment";
    const body = withFolders ? { ...bodies[name]?.(), folderIds: [anaIds.folders] } : bodies[name]?.();
    const { status, text } = await call(ana, endpoint.method, urlOf(endpoint, anaIds), body);
    // A conflict is an answer about the thing itself.
    if (status >= 400 && status !== 409) refused.push(`${name}: ${status} ${text}`);
  }
  expect(refused).toEqual([]);
  noteTried(test, inOrder.length, "calls");
});
