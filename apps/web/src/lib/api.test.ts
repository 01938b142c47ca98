import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { homeEndpoints } from "@repasa/contract/home.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { askEarly, callApi, forgetEarlyAnswers } from "#lib/api.ts";
import { ApiError, isUnauthorized, NetworkError, UnexpectedAnswerError } from "#lib/api-error.ts";
import { createQueryClient, endpointKey, endpointQuery, invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleFolder, samplePlan, sampleStats } from "#testing/sample-data.ts";

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error) => error,
  );

describe("callApi", () => {
  it("sends the zone and asks for no cache, with credentials of this origin only", async () => {
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response("[]"));
    vi.stubGlobal("fetch", fetched);
    await callApi(folderEndpoints.list);
    const [url, init] = fetched.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe("/api/folders");
    expect(init).toMatchObject({ method: "GET", credentials: "same-origin", cache: "no-store", body: null });
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("x-time-zone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(headers.has("content-type")).toBe(false);
  });

  it("fills in the path and sends JSON", async () => {
    const server = fakeApi();
    server.answer(folderEndpoints.update, sampleFolder({ id: 7 }));
    await callApi(folderEndpoints.update, { params: { id: 7 }, body: { name: "Química", description: null } });
    const [call] = server.calls;
    expect(call?.url.pathname).toBe("/api/folders/7");
    expect(call?.headers.get("content-type")).toBe("application/json");
    expect(call?.body).toEqual({ name: "Química", description: null });
  });

  it("keeps a parameter from changing the path", async () => {
    const server = fakeApi();
    await failure(callApi(folderEndpoints.read, { params: { id: "../auth/user?x" } }));
    expect(server.calls[0]?.url.pathname).toBe("/api/folders/..%2Fauth%2Fuser%3Fx");
  });

  it("leaves out what the query does not hold", async () => {
    const server = fakeApi();
    server.answer(studyEndpoints.reviewQueue, []);
    await callApi(studyEndpoints.reviewQueue, { query: {} });
    await callApi(studyEndpoints.reviewQueue, { query: { folderId: "7" } });
    expect(server.calls.map((call) => call.url.search)).toEqual(["", "?folderId=7"]);
  });

  it("gives nothing for a 204", async () => {
    fakeApi().answer(accountEndpoints.trackAccess);
    await expect(
      callApi(accountEndpoints.trackAccess, { body: { email: "a@b.es", mobile: false } }),
    ).resolves.toBeUndefined();
  });

  it("tells an error by status, text, code and issues", async () => {
    const body = {
      message: "Revisa los datos",
      code: "validation_failed",
      issues: [{ path: "email", message: "Invalid email address" }],
    };
    fakeApi().fail(authEndpoints.login, 400, body);
    const error = await failure(callApi(authEndpoints.login, { body: { email: "x", password: "y" } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...body,
      status: 400,
      message: `400: ${JSON.stringify(body)}`,
      serverMessage: body.message,
    });
  });

  it("tells an error without a body by its status text", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 502, statusText: "Bad Gateway" }));
    const error = await failure(callApi(folderEndpoints.list));
    expect(error).toMatchObject({ status: 502, body: "", message: "502: Bad Gateway", code: undefined, issues: [] });
  });

  it("tells a lost session from a failed login", async () => {
    const server = fakeApi();
    server.fail(folderEndpoints.list, 401, { message: "Unauthorized" });
    server.fail(authEndpoints.login, 401, { message: "Correo o contraseña incorrectos", code: "invalid_credentials" });
    const lost = await failure(callApi(folderEndpoints.list));
    const refused = await failure(callApi(authEndpoints.login, { body: { email: "a@b.es", password: "x" } }));
    expect([isUnauthorized(lost), isUnauthorized(refused)]).toEqual([true, false]);
  });

  it("tells a network that is down from a call that was given up", async () => {
    fakeApi();
    expect(await failure(callApi(folderEndpoints.list))).toBeInstanceOf(NetworkError);
    const giveUp = new AbortController();
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    giveUp.abort();
    const error = await failure(callApi(folderEndpoints.list, {}, { signal: giveUp.signal }));
    expect(error).toMatchObject({ name: "AbortError" });
  });
});

describe("a success of another shape", () => {
  const { name: _, ...nameless } = sampleFolder();

  it.each<[string, unknown]>([
    ["an object in place of a list", {}],
    ["a list of something else", [{ id: 1 }]],
    ["an item without one of its fields", [sampleFolder(), nameless]],
    ["a page of the network", "<!doctype html><title>Bienvenido</title>"],
    ["nothing", ""],
  ])("is an error: %s", async (_, body) => {
    fakeApi().on(folderEndpoints.list, () => ({ status: 200, body }));
    expect(await failure(callApi(folderEndpoints.list))).toBeInstanceOf(UnexpectedAnswerError);
  });

  it("may hold more than the contract says", async () => {
    const folder = { ...sampleFolder(), colour: "lila" };
    fakeApi().on(folderEndpoints.list, () => ({ status: 200, body: [folder] }));
    expect(await callApi(folderEndpoints.list)).toEqual([folder]);
  });
});

describe("invalidateChanged", () => {
  const isStale = (queryClient: QueryClient, key: QueryKey) => queryClient.getQueryState(key)?.isInvalidated;

  it("loads again what reads a noun that the call changes, and nothing else", async () => {
    const queryClient = createQueryClient();
    const read = endpointKey(folderEndpoints.read, { params: { id: 7 } });
    const list = endpointKey(folderEndpoints.list);
    const preferences = endpointKey(accountEndpoints.preferences);
    for (const key of [read, list, preferences]) queryClient.setQueryData(key, {});
    await invalidateChanged(queryClient, folderEndpoints.update, [list]);
    expect([read, list, preferences].map((key) => isStale(queryClient, key))).toEqual([true, false, false]);
  });

  it("leaves out everything that begins with an up-to-date key", async () => {
    const queryClient = createQueryClient();
    const due = endpointKey(studyEndpoints.reviewQueue, { query: { folderId: "7" } });
    queryClient.setQueryData(due, []);
    await invalidateChanged(queryClient, cardEndpoints.remove, [endpointKey(studyEndpoints.reviewQueue)]);
    expect(isStale(queryClient, due)).toBe(false);
    await invalidateChanged(queryClient, cardEndpoints.remove);
    expect(isStale(queryClient, due)).toBe(true);
  });
});

describe("endpointKey", () => {
  it("is the same for an id as text and as number, and starts with the endpoint", () => {
    expect(endpointKey(folderEndpoints.read, { params: { id: 7 } })).toEqual(
      endpointQuery(folderEndpoints.read, { params: { id: "7" } }).queryKey,
    );
    expect(endpointKey(folderEndpoints.read)).toEqual(["GET /api/folders/{id}"]);
    expect(endpointKey(folderEndpoints.list, {})).toEqual(endpointKey(folderEndpoints.list));
  });
});

describe("an answer that was asked for early", () => {
  it("is given to the first who wants it, and not again", async () => {
    const api = fakeApi();
    api.answer(statsEndpoints.dailyReview, {
      date: "2026-03-01",
      totalDue: 0,
      newWaiting: 0,
      dueWaiting: 0,
      break: null,
      folders: [],
    });
    askEarly(statsEndpoints.dailyReview);
    expect(api.callsTo(statsEndpoints.dailyReview)).toHaveLength(1);
    expect(api.calls[0]?.headers.get("X-Time-Zone")).toBeTruthy();
    expect(await callApi(statsEndpoints.dailyReview)).toMatchObject({ date: "2026-03-01" });
    expect(api.callsTo(statsEndpoints.dailyReview)).toHaveLength(1);
    await callApi(statsEndpoints.dailyReview);
    expect(api.callsTo(statsEndpoints.dailyReview)).toHaveLength(2);
  });

  it("is forgotten when nobody was signed in, and its failure is for who takes it", async () => {
    const api = fakeApi();
    askEarly(statsEndpoints.dailyReview);
    await expect(callApi(statsEndpoints.dailyReview)).rejects.toThrow(NetworkError);
    api.fail(statsEndpoints.dailyReview, 401, { message: "Unauthorized" });
    askEarly(statsEndpoints.dailyReview);
    forgetEarlyAnswers();
    api.answer(statsEndpoints.dailyReview, {
      date: "2026-03-02",
      totalDue: 0,
      newWaiting: 0,
      dueWaiting: 0,
      break: null,
      folders: [],
    });
    expect(await callApi(statsEndpoints.dailyReview)).toMatchObject({ date: "2026-03-02" });
  });

  describe("in parts", () => {
    const home = { path: homeEndpoints.home.path, parts: ["stats", "plan", "backlog"] };
    const bodies = { stats: sampleStats({ totalCards: 7 }), plan: samplePlan(), backlog: null };
    const serve = (answer: object = { status: 200, body: bodies }) => {
      const api = fakeApi();
      api.on(homeEndpoints.home, () => answer as { status: number });
      api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 8 }));
      return api;
    };

    it("is given to who asks for a part, once", async () => {
      const api = serve();
      askEarly(home);
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 7 });
      expect(await callApi(billingEndpoints.plan)).toEqual(samplePlan());
      expect(api.calls).toHaveLength(1);
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 8 });
    });

    it("is read by browsers without Response.json", async () => {
      vi.stubGlobal("Response", Object.assign(class extends Response {}, { json: undefined }));
      const api = serve();
      askEarly(home);
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 7 });
      expect(api.calls).toHaveLength(1);
    });

    it("is passed over once it is old", async () => {
      const api = serve();
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      askEarly(home);
      vi.setSystemTime(9_000);
      expect(await callApi(billingEndpoints.plan)).toEqual(samplePlan());
      vi.setSystemTime(60_000);
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 8 });
      expect(api.callsTo(homeEndpoints.home)).toHaveLength(1);
    });

    it("leaves a part that it does not hold to a call of its own", async () => {
      const api = serve();
      askEarly(home);
      await expect(callApi(paceEndpoints.backlog)).rejects.toThrow(NetworkError);
      expect(api.callsTo(paceEndpoints.backlog)).toHaveLength(1);
    });

    it.each([
      ["refused", { status: 503, body: { message: "No disponible" } }],
      ["unknown to the server", { status: 404, body: "" }],
      ["something else", { status: 200, body: "<h1>Bienvenido a la red del hotel</h1>" }],
    ])("is asked for again where all of it is %s", async (_, answer) => {
      serve(answer);
      askEarly(home);
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 8 });
    });

    it("is forgotten when something changes", async () => {
      const api = serve();
      api.answer(folderEndpoints.create, sampleFolder());
      askEarly(home);
      await callApi(folderEndpoints.create, { body: { name: "Biología" } });
      expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalCards: 8 });
    });
  });
});
