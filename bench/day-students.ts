// Simulates the students of a day in a process of its own: each opens Home, then rates a card every few seconds.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { DayPlan, DayTally } from "./day.ts";

const HEADERS = {
  Accept: "application/json",
  "Accept-Encoding": "gzip, deflate, br",
  "X-Time-Zone": "Europe/Madrid",
  "User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
};

/** The delay after which the web app saves the progress of the session. */
const SAVE_DELAY_MS = 1500;

/** The field of a study session that counts the answers of each kind. */
const COUNT_OF = { easy: "easyCount", medium: "goodCount", hard: "hardCount" } as const;

const plan: DayPlan = JSON.parse(process.argv[2] ?? "");
const tally: DayTally = { requests: 0, homes: [], queues: [], ratings: [], failures: {} };

await Promise.all(Array.from({ length: plan.students }, (_, index) => study(index + 1)));
process.send?.(tally, () => process.exit());

async function study(student: number): Promise<void> {
  await delay(((student - 1) / plan.students) * plan.arrivalMs);
  const browser = createBrowser(student);
  try {
    await measure(tally.homes, () => openHome(browser));
    // The student reads Home, then taps the button.
    await delay(Math.min(3000, plan.pauseMs));
    const [queue, session] = await measure(tally.queues, () =>
      Promise.all([
        browser<{ id: number }[]>("GET", "/api/cards/review"),
        browser<{ id: number }>("POST", "/api/study-sessions", { folderId: null, cardsStudied: 0 }),
      ]),
    );
    if (queue.length < plan.cards) throw new Error(`only ${queue.length} cards were due`);
    await rateAll(browser, queue.slice(0, plan.cards), session.id);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    tally.failures[failure] = (tally.failures[failure] ?? 0) + 1;
  } finally {
    browser.close();
  }
}

/** Makes the calls of a cold start in their order: the visit is sent after the session has been loaded. */
async function openHome(browser: Browser): Promise<void> {
  const visit = async () => {
    const { email } = await browser<{ email: string }>("GET", "/api/auth/user");
    await browser("POST", "/api/track-access", { email, mobile: false });
  };
  await Promise.all([visit(), browser("GET", "/api/cards/daily-review"), browser("GET", "/api/user/home")]);
}

async function rateAll(browser: Browser, cards: { id: number }[], session: number): Promise<void> {
  const start = performance.now();
  const counts = { cardsStudied: 0, easyCount: 0, goodCount: 0, hardCount: 0 };
  for (const [index, { id }] of cards.entries()) {
    // A late response does not delay the following ratings.
    const due = start + (index + 1) * plan.pauseMs;
    await delay(Math.max(0, due - performance.now()));
    const difficulty = (["easy", "medium", "medium", "hard"] as const)[id % 4] ?? "medium";
    const body = { difficulty, answerResult: "correct", reviewId: randomUUID(), durationMs: 5000, waitedMs: 0 };
    await browser("POST", `/api/cards/${id}/review`, body);
    tally.ratings.push(performance.now() - due);
    counts.cardsStudied += 1;
    counts[COUNT_OF[difficulty]] += 1;
    await delay(Math.min(SAVE_DELAY_MS, plan.pauseMs / 2));
    await browser("PUT", `/api/study-sessions/${session}`, counts);
  }
  await browser("PUT", `/api/study-sessions/${session}`, { completedAt: new Date().toISOString() });
}

async function measure<T>(durations: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  durations.push(performance.now() - start);
  return result;
}

type Browser = { <T>(method: string, path: string, body?: object): Promise<T>; close: () => void };

/** Creates a browser with its own keep-alive connections. */
function createBrowser(student: number): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const call = <T>(method: string, path: string, body?: object) =>
    new Promise<T>((resolve, reject) => {
      tally.requests += 1;
      const text = body && JSON.stringify(body);
      const sent = text && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
      const headers = { ...HEADERS, Cookie: `repasa=${plan.secret}${student}`, ...sent };
      // Bodies are requested uncompressed, because decompressing them would measure this process.
      if (path === "/api/cards/review" || path === "/api/auth/user") headers["Accept-Encoding"] = "identity";
      const name = `${method} ${path.replace(/\d+/, "{id}")}`;
      const sending = request({ agent, host: "127.0.0.1", port: plan.port, method, path, headers }, (response) => {
        let received = "";
        response.setEncoding("latin1").on("data", (chunk: string) => {
          received += chunk;
        });
        response.once("error", reject).once("end", () => {
          const status = response.statusCode ?? 0;
          if (status >= 400) reject(new Error(`${name} answered ${status}`));
          else resolve((response.headers["content-encoding"] || received === "" ? null : JSON.parse(received)) as T);
        });
      });
      sending.once("error", (error) => reject(new Error(`${name}: ${error.message}`)));
      sending.end(text);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}
