import { monitorEventLoopDelay, PerformanceObserver, performance } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";

const RESOLUTION_MS = 10;
const QUANTILES = [0.5, 0.9, 0.99, 1];

/**
 * Measures memory, processor, garbage collection and the event loop, under the names that dashboards for Node know if there is one.
 * collectDefaultMetrics would add some thirty series, and cannot be limited to these.
 */
export function watchProcess(registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, measure: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(measure());
      },
    });
  gauge("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "JavaScript's heap in use", () => process.memoryUsage().heapUsed);
  gauge("nodejs_external_memory_bytes", "Buffers beside the heap", () => process.memoryUsage().external);
  gauge("process_start_time_seconds", "When it was started", () => performance.timeOrigin / 1000);
  addCounter(registry, "process_cpu_seconds_total", "Processor time of all threads", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  // The rate of this counter is the share of time for which requests have to wait.
  addCounter(registry, "repasa_event_loop_busy_seconds_total", "Time for which the event loop was busy", () => {
    return performance.eventLoopUtilization().active / 1000;
  });
  watchDelay(registry);
  watchGarbage(registry);
}

/** Adds a counter whose value is measured as a total. */
function addCounter(registry: Registry, name: string, help: string, measure: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(measure());
    },
  });
}

function watchDelay(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: "repasa_event_loop_delay_seconds",
    help: "How late the event loop was, since it was asked last",
    labelNames: ["quantile"],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) {
        // It measures the interval between two checks, which is this long without any delay.
        const late = delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e9 - RESOLUTION_MS / 1e3;
        this.set({ quantile: String(quantile) }, Math.max(0, late));
      }
      delay.reset();
    },
  });
}

function watchGarbage(registry: Registry): void {
  const seconds = new Counter({
    name: "repasa_garbage_seconds_total",
    help: "Time spent collecting garbage",
    registers: [registry],
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seconds.inc(duration / 1000);
  }).observe({ entryTypes: ["gc"] });
}
