import type { Config } from "#platform/process/config.ts";
import { type Metrics, noMetrics, type Watched } from "./metrics.ts";

/** The library is loaded only where somebody may ask: it takes a tenth of a start. */
export async function openMetrics({ token, port }: Config["metrics"], watched: Watched): Promise<Metrics> {
  if (token === null && port === null) return noMetrics;
  const { createPrometheus } = await import("./prometheus.ts");
  return createPrometheus(watched);
}
