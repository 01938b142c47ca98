import { type StudySession, studyEndpoints } from "@repasa/contract/study.ts";
import type { SessionCounts } from "#features/study/study.session.ts";
import { callApi } from "#lib/api.ts";

const PAUSE = 1500;

export type StudyRecord = ReturnType<typeof createStudyRecord>;

/**
 * The server's record of one study session: begun at the start, counts after each pause and at the end. It is a log,
 * so its failures are only logged.
 *
 * @param known the id of a record that a page before this one began
 */
export function createStudyRecord(folderId: number | null, known: number | null = null) {
  let id = known;
  let counts: SessionCounts | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calls: Promise<void> = known === null ? begin() : Promise.resolve();

  async function begin(): Promise<void> {
    await logged(async () => {
      const begun: StudySession = await callApi(studyEndpoints.startSession, { body: { folderId, cardsStudied: 0 } });
      id = begun.id;
    });
  }

  function update(body: Parameters<typeof bodyOf>[0] | { completedAt: string }, keepalive: boolean): void {
    calls = calls.then(() =>
      logged(async () => {
        if (id === null) return;
        const change = "completedAt" in body ? body : bodyOf(body);
        await callApi(studyEndpoints.updateSession, { params: { id }, body: change }, { keepalive });
      }),
    );
  }

  /** Sends the counts that are not sent yet. */
  function flush(): void {
    clearTimeout(timer);
    if (counts) update(counts, true);
    counts = undefined;
  }

  return {
    /** Null while the server has not named it. */
    id: () => id,
    count(next: SessionCounts): void {
      counts = next;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE);
    },
    complete(next: SessionCounts, at: Date): void {
      counts = next;
      flush();
      update({ completedAt: at.toISOString() }, true);
    },
    flush,
    /** When everything said so far was sent or has failed. */
    settled: () => calls,
  };
}

function bodyOf({ studied, easy, medium, hard }: SessionCounts) {
  return { cardsStudied: studied, easyCount: easy, goodCount: medium, hardCount: hard };
}

async function logged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error("The study session was not recorded", error);
  }
}
