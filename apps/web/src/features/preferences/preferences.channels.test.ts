// @vitest-environment node
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Channel, chooseChannel, isChosen } from "#features/preferences/preferences.channels.ts";

const mail = { reminder: true, reminderChannels: ["mail"] as Channel[], reminderStop: null };
const both = { ...mail, reminderChannels: ["push", "mail"] as Channel[] };
const off = { ...mail, reminder: false };
const stopped = { ...both, reminderStop: "seen" as const };

describe("chooseChannel", () => {
  it("changes only what has to be changed", () => {
    expect(chooseChannel(mail, "push", true)).toEqual({ reminderChannels: ["mail", "push"] });
    expect(chooseChannel(both, "push", false)).toEqual({ reminderChannels: ["mail"] });
    expect(chooseChannel(mail, "mail", false)).toEqual({ reminder: false });
    expect(chooseChannel(off, "mail", true)).toEqual({ reminder: true });
    expect(chooseChannel(off, "push", true)).toEqual({ reminder: true, reminderChannels: ["push"] });
    expect(chooseChannel(off, "push", false)).toEqual({});
    expect(chooseChannel(both, "push", true)).toEqual({});
  });

  it("starts mails again that were stopped only if they are chosen", () => {
    expect(chooseChannel(stopped, "mail", true)).toEqual({ reminder: true });
    expect(chooseChannel(stopped, "push", true)).toEqual({ reminderChannels: ["push"] });
    expect(chooseChannel(stopped, "push", false)).toEqual({ reminder: false });
  });

  it("switches the channel as wanted, and never the other one", () => {
    const channel = fc.constantFrom<Channel>("mail", "push");
    const choice = fc.record({
      reminder: fc.boolean(),
      reminderChannels: fc.constantFrom<Channel[]>(["mail"], ["push"], ["mail", "push"], ["push", "mail"]),
      reminderStop: fc.constantFrom(null, "new" as const, "seen" as const),
    });
    fc.assert(
      fc.property(choice, channel, fc.boolean(), (before, one, wanted) => {
        const change = chooseChannel(before, one, wanted);
        // As the server does: a choice of mail, and switching reminders, clear the stop.
        const clears = change.reminder !== undefined || change.reminderChannels?.includes("mail");
        const after = { ...before, ...change, ...(clears && { reminderStop: null }) };
        const other = one === "mail" ? "push" : "mail";
        expect(after.reminderChannels.length).toBeGreaterThan(0);
        expect([isChosen(after, one), isChosen(after, other)]).toEqual([wanted, isChosen(before, other)]);
      }),
    );
  });
});
