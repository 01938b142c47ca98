// A process for tests of long work: it reports progress, allocates memory, never ends, fails or answers, as the task requires.
import { answerWork } from "#platform/concurrency/worker-tasks.ts";

export type SampleWork = "answer" | "tell" | "hold" | "hold at once" | "stay" | "fail";

answerWork(async (work: SampleWork, tell: (progress: number) => void): Promise<number> => {
  if (work === "tell") for (const progress of [1, 2]) tell(progress);
  if (work === "fail") throw new Error("failed as told");
  if (work === "stay") while (true);
  const held: string[][] = [];
  if (work === "hold") while (true) held.push(Array.from({ length: 100_000 }, (_, nth) => `${held.length} ${nth}`));
  if (work === "hold at once") return Array.from({ length: 20_000_000 }, (_, nth) => `${nth}`).length;
  return process.pid;
});
