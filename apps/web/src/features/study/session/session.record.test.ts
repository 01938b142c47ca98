// @vitest-environment node
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { describe, expect, it } from "vitest";
import { StudyRecord } from "#features/study/session/session.record.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleStudySession } from "#testing/sample-data.ts";

const counts = { studied: 3, easy: 1, medium: 1, hard: 1 };
const at = new Date("2026-03-01T12:00:00Z");

describe("the record of a session", () => {
  it("is begun with its folder, and has its last counts before it is complete", async () => {
    const api = fakeApi();
    api.answer(studyEndpoints.startSession, sampleStudySession({ id: 5 }));
    api.answer(studyEndpoints.updateSession, sampleStudySession({ id: 5 }));
    const record = new StudyRecord(7, null);
    record.count({ ...counts, studied: 2 });
    record.complete(counts, at);
    await record.whenRecorded();
    expect(api.callsTo(studyEndpoints.startSession).map(({ body }) => body)).toEqual([
      { folderId: 7, cardsStudied: 0 },
    ]);
    const updates = api.callsTo(studyEndpoints.updateSession);
    expect(updates.map(({ url, body }) => [url.pathname, body])).toEqual([
      ["/api/study-sessions/5", { cardsStudied: 3, easyCount: 1, goodCount: 1, hardCount: 1 }],
      ["/api/study-sessions/5", { completedAt: at.toISOString() }],
    ]);
  });

  it("that cannot be kept is only logged", async () => {
    const api = fakeApi();
    api.fail(studyEndpoints.startSession, 500);
    const record = new StudyRecord(7, null);
    record.complete(counts, at);
    await record.whenRecorded();
    expect(consoleOutput("error")).toEqual(["The study session was not recorded"]);
  });
});
