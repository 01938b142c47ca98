import type { Submission } from "#lib/drafts.ts";

export type FailedSubmission = Submission & { failure: unknown };

/** Saves submissions one at a time, in order. Failed ones stay in the queue until `takeFailed` removes them. */
export function createSavingQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let saving: readonly Submission[] = [];
  let failed: readonly FailedSubmission[] = [];

  return {
    /** Resolves to true once the submission is saved, and to false if that fails. */
    add(submission: Submission, save: () => Promise<void>): Promise<boolean> {
      saving = [...saving, submission];
      const outcome = last.then(save).then(
        () => {
          saving = saving.filter((other) => other !== submission);
          return true;
        },
        (failure: unknown) => {
          saving = saving.filter((other) => other !== submission);
          failed = [...failed, { ...submission, failure }];
          return false;
        },
      );
      last = outcome;
      return outcome;
    },

    /** Replaces the failed submissions by those that an earlier visit could not save. */
    restore(submissions: readonly Submission[]): void {
      failed = submissions.map((submission) => ({ ...submission, failure: null }));
    },

    takeFailed(): FailedSubmission | undefined {
      const [first, ...others] = failed;
      failed = others;
      return first;
    },

    unsaved: (): readonly Submission[] => [...failed, ...saving].map(({ fields, clientId }) => ({ fields, clientId })),

    /** Resolves when every submission added so far is saved or has failed. */
    settled: async () => void (await last),
  };
}
