import { expect } from "vitest";
import { UnreadableFile } from "#unreadable-file.ts";

/** Waits until a file is refused, and returns the refusal. Fails if the file is read. */
export async function catchRefusal(reading: Promise<unknown>): Promise<UnreadableFile> {
  const error = await reading.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UnreadableFile);
  return error as UnreadableFile;
}
