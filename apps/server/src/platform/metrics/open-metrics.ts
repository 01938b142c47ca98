import type { Config } from "#platform/process/config.ts";
import { type Metrics, noMetrics, type Watched } from "./metrics.ts";

/** Loads the library only if metrics are on, because that takes a tenth of the time of a start. */
export async function openMetrics({ token, port }: Config["metrics"], watched: Watched): Promise<Metrics> {
  if (token === null && port === null) return noMetrics;
  const { createPrometheus } = await import("./prometheus.ts");
  return createPrometheus(watched);
}
