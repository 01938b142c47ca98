// @vitest-environment node
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient, endpointQuery, invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleFolder } from "#testing/sample-data.ts";

it.each([
  ["the screen", true],
  ["what the next screen needs", false],
])("asks again after a change whose list was requested for %s before and is answered after it", async (_, isShown) => {
  const api = fakeApi();
  const before = Promise.withResolvers<void>();
  api.on(folderEndpoints.list, async () => {
    await before.promise;
    return { status: 200, body: [] };
  });
  const queryClient = createQueryClient();
  const query = endpointQuery(folderEndpoints.list);
  const show = () => onTestFinished(new QueryObserver(queryClient, query).subscribe(() => {}));
  if (isShown) show();
  else void queryClient.prefetchQuery(query);
  await vi.waitFor(() => expect(api.callsTo(folderEndpoints.list)).toHaveLength(1));
  api.answer(folderEndpoints.list, [sampleFolder({ name: "Nueva" })]);
  const invalidated = invalidateChanged(queryClient, folderEndpoints.create);
  before.resolve();
  await invalidated;
  if (!isShown) show();
  await vi.waitFor(() => expect(queryClient.getQueryData(query.queryKey)).toMatchObject([{ name: "Nueva" }]));
});
