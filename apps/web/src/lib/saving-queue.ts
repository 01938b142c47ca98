import type { Submission } from "#lib/drafts.ts";

export type FailedSubmission = Submission & { failure: unknown };

/** Saves one submission after another, in their order. What fails stays until it is taken back. */
export function createSavingQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let saving: readonly Submission[] = [];
  let failed: readonly FailedSubmission[] = [];

  return {
    /** Settles when it is saved or has failed, and tells whether it is saved. */
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

    /** Replaces what has failed by what an earlier visit could not save. */
    restore(submissions: readonly Submission[]): void {
      failed = submissions.map((submission) => ({ ...submission, failure: null }));
    },

    takeFailed(): FailedSubmission | undefined {
      const [first, ...others] = failed;
      failed = others;
      return first;
    },

    unsaved: (): readonly Submission[] => [...failed, ...saving].map(({ fields, clientId }) => ({ fields, clientId })),

    /** When everything that was added until now is saved or has failed. */
    settled: async () => void (await last),
  };
}
