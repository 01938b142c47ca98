import { expect, test } from "vitest";
import { listenError, StartupError, systemReason } from "./startup-error.ts";

test("the message of a StartupError is on one line", () => {
  expect(new StartupError("one\n  two\r\nthree ").message).toBe("one two three");
});

test("the reason of a known system error is in plain words, that of any other its message", () => {
  expect(systemReason(Object.assign(new Error("x"), { code: "ENOSPC" }))).toBe("the disk is full");
  expect(systemReason(Object.assign(new Error("spawn failed"), { code: "EWHATEVER" }))).toBe("spawn failed");
  expect(systemReason("text")).toBe("text");
});

test("the error of a taken port names the port and the variables to set", () => {
  const error = listenError(Object.assign(new Error("x"), { code: "EADDRINUSE" }), "127.0.0.1", 3000);
  expect(error.message).toBe(
    "Cannot listen on 127.0.0.1:3000: another program already listens there. Set PORT or HOST.",
  );
});
