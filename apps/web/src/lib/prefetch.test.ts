// @vitest-environment node
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as homeEndpoints from "@repasa/contract/client/home.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { describe, expect, it, vi } from "vitest";
import { NetworkError, UnexpectedResponseError } from "#lib/api-error.ts";
import { prefetch } from "#lib/prefetch.ts";
import { createQueryClient, endpointQuery, invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { samplePlan, sampleReview, sampleStats } from "#testing/sample-data.ts";

const { dailyReview, userStats } = statsEndpoints;

describe("a prefetched response", () => {
  it("is returned to the first request, and only once", async () => {
    const api = fakeApi();
    api.answer(dailyReview, sampleReview());
    const queryClient = createQueryClient();
    prefetch(queryClient, dailyReview);
    await vi.waitFor(() => expect(api.callsTo(dailyReview)).toHaveLength(1));
    expect(api.calls[0]?.headers.get("X-Time-Zone")).toBeTruthy();
    expect(await queryClient.fetchQuery(endpointQuery(dailyReview))).toMatchObject({ date: "2026-03-01" });
    expect(api.callsTo(dailyReview)).toHaveLength(1);
    await queryClient.fetchQuery({ ...endpointQuery(dailyReview), staleTime: 0 });
    expect(api.callsTo(dailyReview)).toHaveLength(2);
  });

  it("is ignored if it failed, and the query sends its own request", async () => {
    const api = fakeApi();
    const queryClient = createQueryClient();
    const onError = vi.fn();
    queryClient.getQueryCache().config.onError = onError;
    api.fail(dailyReview, 401, { message: "Unauthorized" });
    prefetch(queryClient, dailyReview);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onError).not.toHaveBeenCalled();
    api.answer(dailyReview, sampleReview({ date: "2026-03-02" }));
    expect(await queryClient.fetchQuery(endpointQuery(dailyReview))).toMatchObject({ date: "2026-03-02" });
  });

  it("is validated like any other", async () => {
    fakeApi().on(dailyReview, () => ({ status: 200, body: { date: "2026-03-01" } }));
    const queryClient = createQueryClient();
    prefetch(queryClient, dailyReview);
    await expect(queryClient.fetchQuery(endpointQuery(dailyReview))).rejects.toThrow(UnexpectedResponseError);
  });

  describe("in parts", () => {
    const home = { path: homeEndpoints.home.path, parts: ["stats", "plan", "backlog"] };
    const bodies = { stats: sampleStats({ totalCards: 7 }), plan: samplePlan(), backlog: null };
    const answerHome = (answer: object = { status: 200, body: bodies }) => {
      const api = fakeApi();
      api.on(homeEndpoints.home, () => answer as { status: number });
      api.answer(userStats, sampleStats({ totalCards: 8 }));
      return { api, queryClient: createQueryClient() };
    };

    it("is returned once for each part", async () => {
      const { api, queryClient } = answerHome();
      prefetch(queryClient, home);
      expect(await queryClient.fetchQuery(endpointQuery(userStats))).toMatchObject({ totalCards: 7 });
      expect(await queryClient.fetchQuery(endpointQuery(billingEndpoints.plan))).toEqual(samplePlan());
      expect(api.calls).toHaveLength(1);
      const withoutCache = { ...endpointQuery(userStats), staleTime: 0 };
      expect(await queryClient.fetchQuery(withoutCache)).toMatchObject({ totalCards: 8 });
    });

    it("is ignored once it is old", async () => {
      const { api, queryClient } = answerHome();
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      prefetch(queryClient, home);
      await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
      vi.setSystemTime(9_000);
      expect(await queryClient.fetchQuery(endpointQuery(billingEndpoints.plan))).toEqual(samplePlan());
      vi.setSystemTime(60_000);
      expect(await queryClient.fetchQuery(endpointQuery(userStats))).toMatchObject({ totalCards: 8 });
      expect(api.callsTo(homeEndpoints.home)).toHaveLength(1);
    });

    it("does not prevent a request for a part that it does not contain", async () => {
      const { api, queryClient } = answerHome();
      prefetch(queryClient, home);
      await expect(queryClient.fetchQuery(endpointQuery(paceEndpoints.backlog))).rejects.toThrow(NetworkError);
      expect(api.callsTo(paceEndpoints.backlog)).toHaveLength(1);
    });

    it.each([
      ["refused", { status: 503, body: { message: "No disponible" } }],
      ["unknown to the server", { status: 404, body: "" }],
      ["something else", { status: 200, body: "<h1>Bienvenido a la red del hotel</h1>" }],
    ])("is replaced by single requests if the response is %s", async (_, answer) => {
      const { queryClient } = answerHome(answer);
      prefetch(queryClient, home);
      expect(await queryClient.fetchQuery(endpointQuery(userStats))).toMatchObject({ totalCards: 8 });
    });

    it("is dropped after a change, even while it is pending", async () => {
      const { queryClient } = answerHome();
      prefetch(queryClient, home);
      await invalidateChanged(queryClient, folderEndpoints.create);
      expect(await queryClient.fetchQuery(endpointQuery(userStats))).toMatchObject({ totalCards: 8 });
    });
  });
});
