// @module-tag hostile
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { type Account, AccountTurns, type TurnLimits } from "./account-turns.ts";

const [ANA, LUIS, EVA] = [1, 2, 3] as OwnerId[] as [OwnerId, OwnerId, OwnerId];
const REFUSAL = "Espera a que termine lo anterior.";

/** Lets the callbacks of settled promises run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("AccountTurns", () => {
  it("runs one turn of an account at a time, beside those of other accounts", async () => {
    const turns = new AccountTurns({ maxWaiting: 5 });
    const endAna = await turns.take(ANA);
    const endLuis = await turns.take(LUIS);
    const started: string[] = [];
    const second = turns.run(ANA, async () => void started.push("Ana"));
    endLuis();
    await settled();
    expect(started).toEqual([]);
    endAna();
    endAna();
    await second;
    expect(started).toEqual(["Ana"]);
  });

  it("runs an account's tasks in order, even after a failure, and several accounts' tasks concurrently", async () => {
    const turns = new AccountTurns({ maxWaiting: Number.POSITIVE_INFINITY });
    const seen: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        seen.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const failed = turns.run(ANA, work("a1", true)).catch((error: Error) => error.message);
    const results = await Promise.all([
      failed,
      turns.run(ANA, work("a2")),
      turns.run(EVA, work("e1")),
      turns.run(ANA, work("a3")),
    ]);
    expect(results).toEqual(["a1", "a2", "e1", "a3"]);
    expect(seen.filter((line) => line.startsWith("a"))).toEqual(
      ["a1", "a2", "a3"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect(seen.indexOf("e1 begins")).toBeLessThan(seen.indexOf("a1 ends"));
  });

  it("lets an account hold more turns while no other account holds or awaits one", async () => {
    const turns = new AccountTurns({ perAccount: 4, perAccountBesideOthers: 2 });
    const held: (() => void)[] = [];
    const ask = (times: number) => {
      for (let time = 0; time < times; time++) void turns.take(ANA).then((end) => held.push(end));
    };
    const endLuis = await turns.take(LUIS);
    ask(6);
    await settled();
    expect(held.length).toBe(2);
    endLuis();
    await settled();
    expect(held.length).toBe(4);
    const endEva = await turns.take(EVA);
    // What is held stays, but ends before anything of the account begins.
    for (const end of held.splice(0, 2)) end();
    await settled();
    expect(held.length).toBe(2);
    endEva();
    await settled();
    expect(held.length).toBe(4);
  });

  it("frees the turn of a task that fails", async () => {
    const turns = new AccountTurns({ atOnce: 1, maxWaiting: 0 });
    await expect(turns.run(ANA, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.run(LUIS, async () => "yes")).toBe("yes");
  });

  it("serves other accounts first when one account requests fifty turns", async () => {
    const turns = new AccountTurns({ atOnce: 1, maxWaiting: 100 });
    const done: string[] = [];
    const request = (name: string, account: Account) =>
      turns.run(account, async () => {
        await settled();
        done.push(name);
      });
    const all = Array.from({ length: 50 }, () => request("Ana", ANA));
    all.push(request("Luis", LUIS), request("Eva", EVA), request("Luis", LUIS));
    await Promise.all(all);
    expect(done.slice(0, 6)).toEqual(["Ana", "Luis", "Eva", "Ana", "Luis", "Ana"]);
  });

  it("rejects an account that has too many waiting turns, and no other account", async () => {
    const turns = new AccountTurns({ maxWaitingPerAccount: 1, refusal: REFUSAL, retryAfterSeconds: 9 });
    const end = await turns.take(ANA);
    const waiting = turns.take(ANA);
    await expect(turns.take(ANA)).rejects.toMatchObject({
      code: "rate_limited",
      message: REFUSAL,
      retryAfterSeconds: 9,
    });
    (await turns.take(LUIS))();
    end();
    (await waiting)();
  });

  it("rejects as unavailable if other accounts are in the way, and as rate_limited if the account itself is", async () => {
    const turns = new AccountTurns({ atOnce: 1, maxWaiting: 1, waitMs: 20 });
    const end = await turns.take(ANA);
    const waiting = turns.take(LUIS);
    await expect(turns.take(EVA)).rejects.toMatchObject({ code: "unavailable" });
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    await expect(turns.take(ANA)).rejects.toMatchObject({ code: "rate_limited" });
    end();
    (await turns.take(EVA))();
  });

  it("limits work of no account only by atOnce", async () => {
    const turns = new AccountTurns({ atOnce: 2, maxWaiting: 0, perAccount: 1 });
    await turns.take(null);
    await turns.take(null);
    await expect(turns.take(null)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("drops a waiting turn when its caller disconnects", async () => {
    const turns = new AccountTurns({ maxWaiting: 1 });
    const end = await turns.take(ANA);
    await expect(turns.take(ANA, AbortSignal.abort())).rejects.toMatchObject({ code: "rate_limited" });
    const gone = new AbortController();
    const waiting = turns.take(ANA, gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: "rate_limited" });
    const patient = turns.take(ANA);
    end();
    // A turn that has started does not end when its caller disconnects.
    (await patient)();
    const leaver = new AbortController();
    const endLeaver = await turns.take(ANA, leaver.signal);
    leaver.abort();
    endLeaver();
  });
});

type Limits = Required<
  Pick<TurnLimits, "atOnce" | "perAccount" | "perAccountBesideOthers" | "maxWaiting" | "maxWaitingPerAccount">
>;
type Step = { account: number; what: "ask" | "end" | "leave" };

const anySteps = fc.array(
  fc.record<Step>({ account: fc.integer({ min: 1, max: 4 }), what: fc.constantFrom("ask", "ask", "end", "leave") }),
  { maxLength: 80 },
);

const anyLimits = fc.record({
  atOnce: fc.integer({ min: 1, max: 6 }),
  perAccount: fc.integer({ min: 2, max: 4 }),
  perAccountBesideOthers: fc.integer({ min: 1, max: 2 }),
  maxWaiting: fc.integer({ min: 0, max: 8 }),
  maxWaitingPerAccount: fc.integer({ min: 0, max: 4 }),
});

type TurnRequest = { account: number; state: "waiting" | "running" | "over"; end: () => void; gone: AbortController };

/** Plays steps, and checks after each that the limits hold and that no request waits for a free turn. */
async function play(limits: Limits, steps: Step[]) {
  const turns = new AccountTurns(limits);
  const requests: TurnRequest[] = [];
  const served: { account: number; waiting: number[] }[] = [];
  const inState = (state: TurnRequest["state"], account?: number) =>
    requests.filter((request) => request.state === state && (account === undefined || request.account === account));
  const requestTurn = (account: number) => {
    const request: TurnRequest = { account, state: "waiting", end: () => {}, gone: new AbortController() };
    requests.push(request);
    turns.take(account as OwnerId, request.gone.signal).then(
      (end) => {
        request.state = "running";
        request.end = end;
        served.push({ account, waiting: inState("waiting").map((other) => other.account) });
      },
      () => {
        request.state = "over";
      },
    );
  };
  for (const { account, what } of steps) {
    const [running] = inState("running", account);
    if (what === "ask") requestTurn(account);
    else if (what === "leave") inState("waiting", account).at(-1)?.gone.abort();
    else if (running) {
      running.state = "over";
      running.end();
    }
    await settled();
    const waiting = inState("waiting");
    expect(inState("running").length).toBeLessThanOrEqual(limits.atOnce);
    expect(waiting.length).toBeLessThanOrEqual(limits.maxWaiting);
    for (const one of [1, 2, 3, 4]) {
      const own = inState("running", one).length;
      expect(own).toBeLessThanOrEqual(limits.perAccount);
      expect(inState("waiting", one).length).toBeLessThanOrEqual(limits.maxWaitingPerAccount);
      const isAlone = inState("running").length === own && waiting.length === inState("waiting", one).length;
      const share = isAlone ? limits.perAccount : limits.perAccountBesideOthers;
      if (inState("running").length < limits.atOnce && own < share) {
        expect(inState("waiting", one)).toEqual([]);
      }
    }
  }
  return { requests, served, inState };
}

describe("AccountTurns, in any sequence of calls,", () => {
  it("keeps its limits, leaves no free turn unused, and settles every request", async () => {
    await fc.assert(
      fc.asyncProperty(anyLimits, anySteps, async (limits, steps) => {
        const { requests, inState } = await play(limits, steps);
        for (let running = inState("running"); running.length > 0; running = inState("running")) {
          for (const request of running) {
            request.state = "over";
            request.end();
          }
          await settled();
        }
        expect(requests.map(({ state }) => state)).toEqual(requests.map(() => "over"));
      }),
    );
  });

  it("serves no account twice while another one is waiting", async () => {
    const limits = {
      atOnce: 1,
      perAccount: 1,
      perAccountBesideOthers: 1,
      maxWaiting: 1_000,
      maxWaitingPerAccount: 1_000,
    };
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const { served } = await play(
          limits,
          steps.filter(({ what }) => what !== "leave"),
        );
        for (const [from, { account, waiting }] of served.entries()) {
          const again = served.findIndex((turn, nth) => nth > from && turn.account === account);
          if (again < 0) continue;
          const between = new Set(served.slice(from + 1, again).map((turn) => turn.account));
          for (const other of waiting) if (other !== account) expect(between).toContain(other);
        }
      }),
    );
  });
});
