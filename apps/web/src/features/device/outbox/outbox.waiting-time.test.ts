import { describe, expect, it, vi } from "vitest";
import { WaitingTimes } from "#features/device/outbox/outbox.waiting-time.ts";
import { fakeTime, outboxWith, rate, ratingEntry, runTasks, unreliableServer } from "#testing/outbox.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Creates a device and a server whose clocks agree at first. */
function createDevice({ serverAnswers = true } = {}) {
  const time = fakeTime();
  let asleep = 0;
  const serverNow = vi.fn(async () => {
    return serverAnswers ? 1_000_000 + time.clock.monotonic() + asleep : null;
  });
  const waiting = new WaitingTimes(time.clock, serverNow);
  return {
    ...time,
    serverNow,
    waiting,
    sleep: (ms: number) => {
      asleep += ms;
      time.moveWallClock(ms);
    },
    entry: () => ratingEntry({ at: time.clock.now() }),
    /** A reloaded page still has the entry, but has nothing in memory. */
    reload: () => new WaitingTimes(time.clock, serverNow),
  };
}

describe("a rating given in this page", () => {
  it("has waited as long as both clocks agree, without a request to the server", async () => {
    const { waiting, entry, advance, serverNow } = createDevice();
    const rated = entry();
    waiting.noteFirstSeen(rated);
    await advance(3 * HOUR);
    expect(await waiting.measure([rated])).toEqual([3 * HOUR]);
    expect(serverNow).not.toHaveBeenCalled();
  });

  it.each([
    ["forward", 20 * DAY],
    ["back", -20 * DAY],
  ])("has waited no longer because the clock was set %s", async (_, change) => {
    const { waiting, entry, advance, moveWallClock } = createDevice();
    const rated = entry();
    waiting.noteFirstSeen(rated);
    await advance(5 * MINUTE);
    moveWallClock(change);
    expect(Math.abs(((await waiting.measure([rated]))[0] ?? 0) - 5 * MINUTE)).toBeLessThan(1000);
  });

  it("has waited while the device slept", async () => {
    const { waiting, entry, advance, sleep } = createDevice();
    const rated = entry();
    waiting.noteFirstSeen(rated);
    await advance(5 * MINUTE);
    sleep(8 * HOUR);
    expect(await waiting.measure([rated])).toEqual([8 * HOUR + 5 * MINUTE]);
  });

  it("has waited the minimum that the page knows if the server does not respond", async () => {
    const { waiting, entry, advance, moveWallClock } = createDevice({ serverAnswers: false });
    const rated = entry();
    waiting.noteFirstSeen(rated);
    await advance(5 * MINUTE);
    moveWallClock(DAY);
    expect(await waiting.measure([rated])).toEqual([5 * MINUTE]);
  });
});

describe("a rating that an earlier page left", () => {
  it("has waited since it was given", async () => {
    const { entry, advance, sleep, reload } = createDevice();
    const rated = entry();
    await advance(HOUR);
    sleep(8 * HOUR);
    expect(await reload().measure([rated])).toEqual([9 * HOUR]);
  });

  it("has waited no longer because the clock was set since", async () => {
    const { entry, advance, moveWallClock, reload } = createDevice();
    const rated = entry();
    await advance(HOUR);
    moveWallClock(20 * DAY);
    expect(await reload().measure([rated])).toEqual([HOUR]);
    moveWallClock(-40 * DAY);
    expect(await reload().measure([rated])).toEqual([0]);
  });

  it("has waited at least as long as this page has known it", async () => {
    const { entry, advance, moveWallClock, reload } = createDevice();
    const rated = entry();
    moveWallClock(-DAY);
    const waiting = reload();
    waiting.noteFirstSeen(rated);
    await advance(2 * HOUR);
    expect(await waiting.measure([rated])).toEqual([2 * HOUR]);
  });

  it("has waited at most the 30 days that the contract allows", async () => {
    const { entry, sleep, reload } = createDevice();
    const rated = entry();
    sleep(45 * DAY);
    expect(await reload().measure([rated])).toEqual([30 * DAY]);
  });
});

it("asks the server once for all ratings that are sent together", async () => {
  const { entry, advance, moveWallClock, sleep, reload, serverNow } = createDevice();
  const first = entry();
  await advance(HOUR);
  const second = entry();
  moveWallClock(20 * DAY);
  sleep(HOUR);
  expect(await reload().measure([first, second])).toEqual([2 * HOUR, HOUR]);
  expect(serverNow).toHaveBeenCalledOnce();
});

it("sends the correct waiting time although the clock was set meanwhile", async () => {
  const time = fakeTime();
  const server = unreliableServer(["is lost"]);
  const { outbox } = outboxWith({ deliver: server.deliver }, time);
  outbox.start();
  rate(outbox, "a");
  await runTasks();
  await time.advance(100);
  time.moveWallClock(20 * DAY);
  await time.advance(1000);
  expect(server.waits).toEqual([750]);
});

it("retries at the correct time although the clock was set meanwhile", async () => {
  const time = fakeTime();
  const server = unreliableServer(["is refused for now"]);
  const { outbox } = outboxWith({ deliver: server.deliver }, time);
  outbox.start();
  rate(outbox, "a");
  await time.advance(100);
  time.moveWallClock(DAY);
  outbox.retryNow();
  await time.advance(1000);
  expect(server.received).toEqual([]);
  await time.advance(5000);
  expect(server.log).toEqual(["a"]);
});
