// Is loaded into a server that is measured, and answers each message with the strain since the message before.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
import type { Strain } from "./server.ts";

const MB = 1024 * 1024;

/** Measures the memory of the processes that read imports, in bytes. */
function measureChildMemory(): number {
  try {
    const ids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
    const pages = ids.map((id) => Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]));
    return pages.reduce((sum, count) => sum + count * 4096, 0);
  } catch {
    // A process has just ended, or this is not Linux.
    return 0;
  }
}

/** Looking costs the main thread some 4 % of its time under load, so it begins with the first message. */
function startLooking(): () => Strain {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let memory = 0;
  const look = () => {
    memory = Math.max(memory, process.memoryUsage.rss() + measureChildMemory());
  };
  setInterval(look, 25).unref();
  // On a busy machine the delay includes the time of other processes, but the thread's processor time between two ticks does not.
  let worked = 0;
  let before = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    worked = Math.max(worked, user + system);
  };
  setInterval(tick, 5).unref();
  return () => {
    look();
    const strain = { memory: memory / MB, pause: delay.max / 1e6, work: worked / 1e3 };
    delay.reset();
    memory = 0;
    worked = 0;
    return strain;
  };
}

if (isMainThread && process.send) {
  let takeStrain: (() => Strain) | undefined;
  process.on("message", () => {
    takeStrain ??= startLooking();
    process.send?.(takeStrain());
  });
  process.channel?.unref();
}
