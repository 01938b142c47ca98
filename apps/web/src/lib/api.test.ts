// @vitest-environment node
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { callApi } from "#lib/api.ts";
import { ApiError, isUnauthorized, NetworkError, UnexpectedResponseError } from "#lib/api-error.ts";
import { noteReached, readConnection } from "#lib/connection.ts";
import { createQueryClient, endpointKey, endpointQuery, invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleFolder } from "#testing/sample-data.ts";

const catchError = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error) => error,
  );

describe("callApi", () => {
  it("sends the time zone, bypasses caches, and sends credentials to this origin only", async () => {
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

  it("escapes parameters of the path", async () => {
    const server = fakeApi();
    await catchError(callApi(folderEndpoints.read, { params: { id: "../auth/user?x" } }));
    expect(server.calls[0]?.url.pathname).toBe("/api/folders/..%2Fauth%2Fuser%3Fx");
  });

  it("omits undefined and null values of the query", async () => {
    const server = fakeApi();
    server.answer(studyEndpoints.reviewQueue, []);
    await callApi(studyEndpoints.reviewQueue, { query: {} });
    await callApi(studyEndpoints.reviewQueue, { query: { folderId: "7" } });
    expect(server.calls.map((call) => call.url.search)).toEqual(["", "?folderId=7"]);
  });

  it("counts a GET that hangs as one that reached nothing, until its response arrives", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    noteReached();
    const response = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => response.promise);
    const listing = callApi(folderEndpoints.list);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(readConnection().offline).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(readConnection().offline).toBe(true);
    response.resolve(new Response("[]"));
    await listing;
    expect(readConnection().offline).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(readConnection().offline).toBe(false);
  });

  it("does not count an upload that takes long as one that reached nothing", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    noteReached();
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    void callApi(folderEndpoints.create, { body: { name: "Química", description: null } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readConnection().offline).toBe(false);
  });

  it("returns undefined for a 204", async () => {
    fakeApi().answer(accountEndpoints.trackAccess);
    await expect(
      callApi(accountEndpoints.trackAccess, { body: { email: "a@b.es", mobile: false } }),
    ).resolves.toBeUndefined();
  });

  it("rejects with status, text, code and issues", async () => {
    const body = {
      message: "Revisa los datos",
      code: "validation_failed",
      issues: [{ path: "email", message: "Invalid email address" }],
    };
    fakeApi().fail(authEndpoints.login, 400, body);
    const error = await catchError(callApi(authEndpoints.login, { body: { email: "x", password: "y" } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...body,
      status: 400,
      message: `400: ${JSON.stringify(body)}`,
      serverMessage: body.message,
    });
  });

  it("rejects with the status text of a response without a body", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 502, statusText: "Bad Gateway" }));
    const error = await catchError(callApi(folderEndpoints.list));
    expect(error).toMatchObject({ status: 502, body: "", message: "502: Bad Gateway", code: undefined, issues: [] });
  });

  it("distinguishes a lost session from a failed login", async () => {
    const server = fakeApi();
    server.fail(folderEndpoints.list, 401, { message: "Unauthorized" });
    server.fail(authEndpoints.login, 401, { message: "Correo o contraseña incorrectos", code: "invalid_credentials" });
    const lost = await catchError(callApi(folderEndpoints.list));
    const refused = await catchError(callApi(authEndpoints.login, { body: { email: "a@b.es", password: "x" } }));
    expect([isUnauthorized(lost), isUnauthorized(refused)]).toEqual([true, false]);
  });

  it("distinguishes a network failure from an aborted call", async () => {
    fakeApi();
    expect(await catchError(callApi(folderEndpoints.list))).toBeInstanceOf(NetworkError);
    const controller = new AbortController();
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    controller.abort();
    const error = await catchError(callApi(folderEndpoints.list, {}, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortError" });
  });
});

describe("a successful response of another shape", () => {
  const { name: _, ...nameless } = sampleFolder();

  it.each<[string, unknown]>([
    ["an object in place of a list", {}],
    ["a list of something else", [{ id: 1 }]],
    ["an item without one of its fields", [sampleFolder(), nameless]],
    ["a login page of the network", "<!doctype html><title>Bienvenido</title>"],
    ["nothing", ""],
  ])("is an error: %s", async (_, body) => {
    fakeApi().on(folderEndpoints.list, () => ({ status: 200, body }));
    expect(await catchError(callApi(folderEndpoints.list))).toBeInstanceOf(UnexpectedResponseError);
  });

  it("is accepted if it only contains more than the contract defines", async () => {
    const folder = { ...sampleFolder(), colour: "lila" };
    fakeApi().on(folderEndpoints.list, () => ({ status: 200, body: [folder] }));
    expect(await callApi(folderEndpoints.list)).toEqual([folder]);
  });
});

describe("invalidateChanged", () => {
  const isStale = (queryClient: QueryClient, key: QueryKey) => queryClient.getQueryState(key)?.isInvalidated;

  it("reloads the queries that read a noun that the call changes, and no others", async () => {
    const queryClient = createQueryClient();
    const read = endpointKey(folderEndpoints.read, { params: { id: 7 } });
    const list = endpointKey(folderEndpoints.list);
    const preferences = endpointKey(accountEndpoints.preferences);
    for (const key of [read, list, preferences]) queryClient.setQueryData(key, {});
    await invalidateChanged(queryClient, folderEndpoints.update, [list]);
    expect([read, list, preferences].map((key) => isStale(queryClient, key))).toEqual([true, false, false]);
  });

  it("skips all keys that start with an up-to-date key", async () => {
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
  it("is the same for an id as text or number, and starts with the endpoint", () => {
    expect(endpointKey(folderEndpoints.read, { params: { id: 7 } })).toEqual(
      endpointQuery(folderEndpoints.read, { params: { id: "7" } }).queryKey,
    );
    expect(endpointKey(folderEndpoints.read)).toEqual(["GET /api/folders/{id}"]);
    expect(endpointKey(folderEndpoints.list, {})).toEqual(endpointKey(folderEndpoints.list));
  });
});
