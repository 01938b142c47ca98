// @vitest-environment node
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSavingQueue } from "#lib/saving-queue.ts";

const submission = (text: string) => ({ fields: { text }, clientId: text });
const listTexts = (submissions: readonly { clientId: string }[]) => submissions.map(({ clientId }) => clientId);

describe("the saving queue", () => {
  it("saves submissions in order, and reports those that are not saved yet", async () => {
    const queue = createSavingQueue();
    const saves = ["a", "b"].map(() => Promise.withResolvers<void>());
    const started: number[] = [];
    const outcomes = saves.map(({ promise }, index) =>
      queue.add(submission(["a", "b"][index] ?? ""), () => {
        started.push(index);
        return promise;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0]);
    expect(listTexts(queue.unsaved())).toEqual(["a", "b"]);
    saves[0]?.resolve();
    expect(await outcomes[0]).toBe(true);
    expect(listTexts(queue.unsaved())).toEqual(["b"]);
    saves[1]?.resolve();
    await queue.settled();
    expect(started).toEqual([0, 1]);
    expect(queue.unsaved()).toEqual([]);
  });

  it("returns each failed submission once, in order, with its reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean()), async (successes) => {
        const queue = createSavingQueue();
        const outcomes = successes.map((success, index) =>
          queue.add(submission(String(index)), () => (success ? Promise.resolve() : Promise.reject(index))),
        );
        await queue.settled();
        expect(await Promise.all(outcomes)).toEqual(successes);
        const failed = successes.flatMap((success, index) => (success ? [] : [index]));
        expect(listTexts(queue.unsaved())).toEqual(failed.map(String));
        expect(failed.map(() => queue.takeFailed()?.failure)).toEqual(failed);
        expect(queue.takeFailed()).toBeUndefined();
        expect(queue.unsaved()).toEqual([]);
      }),
    );
  });

  it("treats the unsaved submissions of an earlier visit as failed", () => {
    const queue = createSavingQueue();
    queue.restore([submission("a"), submission("b")]);
    expect(listTexts(queue.unsaved())).toEqual(["a", "b"]);
    expect(queue.takeFailed()).toEqual({ ...submission("a"), failure: null });
    queue.restore([]);
    expect(queue.takeFailed()).toBeUndefined();
  });
});
