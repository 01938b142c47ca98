// Pages of a Chromium whose inspector does nothing but slow the processor down. Playwright's makes a start twice as long: it watches
// every request and every script.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { CPU_SLOWDOWN, PHONE } from "./browser.ts";

type Send = (method: string, parameters?: object) => Promise<{ result: { value?: unknown } }>;

export type BarePage = {
  goto: (url: string) => Promise<void>;
  /** Returns the value of an expression in the page, which has to be one of JSON. */
  evaluate: (expression: string) => Promise<unknown>;
};

/**
 * Starts Chromium with a profile, and runs `work` with a page of its own on a slow processor.
 * @param script Runs in each document before its own scripts.
 */
export async function withBarePage<T>(
  profile: string,
  script: string,
  work: (page: BarePage) => Promise<T>,
): Promise<T> {
  const portFile = join(profile, "DevToolsActivePort");
  await rm(portFile, { force: true });
  const size = `--window-size=${PHONE.width},${PHONE.height}`;
  const flags = [...chromiumFlags, "--headless", "--remote-debugging-port=0", size, `--user-data-dir=${profile}`];
  const browser = spawn(chromiumPath(), [...flags, "about:blank"], { stdio: "ignore", detached: true });
  try {
    const port = await readPort(portFile);
    const result = await work(await openPage(port, script));
    const ended = once(browser, "exit", { signal: AbortSignal.timeout(10_000) });
    await requestClose(port);
    await ended;
    return result;
  } finally {
    // Debian's command is a script that starts the browser, so that the whole group of processes has to end.
    if (browser.exitCode === null) process.kill(-Number(browser.pid), "SIGKILL");
  }
}

/** Lets Chromium close the files of its profile, which the next start needs. */
async function requestClose(port: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/json/version`);
  const send = await connect((await response.json()).webSocketDebuggerUrl);
  // Chromium may end before it answers.
  send("Browser.close").catch(() => {});
}

async function readPort(file: string): Promise<string> {
  const end = Date.now() + 30_000;
  for (;;) {
    const [port] = (await readFile(file, "utf8").catch(() => "")).split("\n");
    if (port) return port;
    if (Date.now() > end) throw new Error("Chromium did not start");
    await sleep(50);
  }
}

async function openPage(port: string, script: string): Promise<BarePage> {
  const response = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" });
  const target = (await response.json()) as { webSocketDebuggerUrl: string };
  const send = await connect(target.webSocketDebuggerUrl);
  await send("Page.enable");
  await send("Page.addScriptToEvaluateOnNewDocument", { source: script });
  await send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return {
    goto: async (url) => void (await send("Page.navigate", { url })),
    evaluate: async (expression) => {
      const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
      return result.value;
    },
  };
}

/** Connects to the DevTools protocol of a page. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  let sent = 0;
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result as never);
    waiting.delete(id);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Chromium has closed the connection"));
  });
  return (method, params = {}) => {
    const id = ++sent;
    const answered = Promise.withResolvers<never>();
    waiting.set(id, answered);
    socket.send(JSON.stringify({ id, method, params }));
    return answered.promise;
  };
}
