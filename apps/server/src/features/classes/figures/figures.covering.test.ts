import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Beginner, chooseCovered } from "./figures.covering.ts";

const student = (memberId: number, shares: boolean, shown = shares): Beginner => ({ memberId, shares, shown });
const students = (from: number, count: number, shares: boolean, shown = shares) =>
  Array.from({ length: count }, (_, n) => student(from + n, shares, shown));

describe("the students that figures cover", () => {
  it("are those who share, and the others if they are five or more", () => {
    const sharing = students(1, 5, true);
    expect(chooseCovered(sharing, [])?.memberIds).toEqual([1, 2, 3, 4, 5]);
    expect(chooseCovered([...sharing, ...students(6, 4, false)], [6, 7, 8, 9])?.memberIds).toEqual([1, 2, 3, 4, 5]);
    const all = [...sharing, ...students(6, 5, false)];
    expect(chooseCovered(all, [6, 7, 8, 9, 10])?.memberIds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("are none while they would be fewer than five", () => {
    expect(chooseCovered(students(1, 4, true), [])).toBeNull();
    expect(chooseCovered([...students(1, 4, true), ...students(5, 4, false)], [5, 6, 7, 8])).toBeNull();
    expect(chooseCovered(students(1, 5, false), [1, 2, 3, 4, 5])?.memberIds).toHaveLength(5);
  });

  it("are not joined by four who were never seen because somebody stops sharing", () => {
    const rest = [...students(1, 5, true), ...students(7, 4, false)];
    expect(chooseCovered([...rest, student(6, true)], [7, 8, 9, 10])?.memberIds).toEqual([1, 2, 3, 4, 5, 6]);
    expect(chooseCovered([...rest, student(6, false, true)], [7, 8, 9, 10])?.memberIds).toEqual([1, 2, 3, 4, 5]);
  });

  it("stay the same when some of them stop sharing and nobody was hidden", () => {
    expect(chooseCovered(students(1, 6, false, true), [])?.memberIds).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("are not the others any more once one of those has left, whose figures would be the difference", () => {
    expect(chooseCovered(students(2, 6, false), [1, 2, 3, 4, 5, 6, 7])).toBeNull();
  });
});

/** A class between two runs: members share or do not, and leave, and after each step the teacher reads the figures. */
const step = fc.record({ member: fc.nat(13), kind: fc.constantFrom("share", "hide", "leave") });
const histories = fc.record({
  shares: fc.array(fc.boolean(), { minLength: 5, maxLength: 14 }),
  steps: fc.array(step, { maxLength: 25 }),
});

it("give nothing about fewer than five who were never seen, in any sequence of answers", () => {
  let answers = 0;
  fc.assert(
    fc.property(histories, ({ shares, steps }) => {
      let members = shares.map((isSharing, id) => student(id, isSharing));
      const hidden = members.filter(({ shown }) => !shown).map(({ memberId }) => memberId);
      for (const { member, kind } of [{ member: -1, kind: "share" }, ...steps]) {
        if (kind === "leave") members = members.filter(({ memberId }) => memberId !== member);
        else {
          const sharesNow = kind === "share";
          members = members.map((one) =>
            one.memberId === member ? { ...one, shares: sharesNow, shown: one.shown || sharesNow } : one,
          );
        }
        const covered = chooseCovered(members, hidden);
        const unseen = members.filter(({ shown }) => !shown).map(({ memberId }) => memberId);
        if (covered === null) continue;
        answers++;
        // The teacher knows the rows of all others. All answers are sums with each of those who were never seen, or with none of
        // them: whatever is combined of them, each has the same weight in it, and those with a weight are five or more.
        const weighed = unseen.filter((id) => covered.memberIds.includes(id));
        expect([0, unseen.length]).toContain(weighed.length);
        expect(weighed.length === 0 || weighed.length >= 5).toBe(true);
        // Nobody who has left was weighed apart from those who are still there.
        if (weighed.length > 0) expect(hidden.filter((id) => !members.some((one) => one.memberId === id))).toEqual([]);
        expect(covered.memberIds.length).toBeGreaterThanOrEqual(5);
      }
    }),
    { numRuns: 2000 },
  );
  expect(answers).toBeGreaterThan(1000);
});
