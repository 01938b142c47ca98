import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as followingEndpoints from "@repasa/contract/client/following.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleFolder } from "#testing/sample-data.ts";
import { everythingLoaded, FOLDER, question, studyWith } from "#testing/study-page.tsx";

const follows = { from: "Ana", ended: false, paused: false, lastPull: null };

function studyFolder(changes: Partial<Folder>) {
  const study = studyWith();
  study.api.answer(folderEndpoints.list, [sampleFolder({ id: FOLDER, name: "Historia", ...changes })]);
  const batchId = "b1a5c0de-0000-4000-8000-000000000001";
  study.api.answer(followingEndpoints.pull, { batchId, added: 0, changed: 1, kept: 0, suspended: 0 });
  return study;
}

describe("studying a followed folder", () => {
  it("takes what is new by itself, and leaves the card that is asked", async () => {
    const { api, queryClient } = studyFolder({ follows });
    await question(1);
    await waitFor(() =>
      expect(api.callsTo(followingEndpoints.pull).map(({ body }) => body)).toEqual([{ automatic: true, known: null }]),
    );
    expect(api.callsTo(followingEndpoints.pull)[0]?.url.pathname).toBe(`/api/folders/${FOLDER}/pull`);
    await everythingLoaded(queryClient);
    expect(screen.getByText("Pregunta 1")).toBeTruthy();
  });

  it.each([
    ["an own folder", null],
    ["one whose link has ended", { ...follows, ended: true }],
    ["one whose changes were undone", { ...follows, paused: true }],
  ])("asks for nothing in %s", async (_, own) => {
    const { api, queryClient } = studyFolder({ follows: own });
    await question(1);
    await everythingLoaded(queryClient);
    expect(api.callsTo(followingEndpoints.pull)).toEqual([]);
  });
});
