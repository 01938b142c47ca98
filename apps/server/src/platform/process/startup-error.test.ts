import { expect, test } from "vitest";
import { listenError, StartupError, systemReason } from "./startup-error.ts";

test("the message is one line, whatever it is made of", () => {
  expect(new StartupError("one\n  two\r\nthree ").message).toBe("one two three");
});

test("a system error is said in plain words, any other by its own", () => {
  expect(systemReason(Object.assign(new Error("x"), { code: "ENOSPC" }))).toBe("the disk is full");
  expect(systemReason(Object.assign(new Error("spawn failed"), { code: "EWHATEVER" }))).toBe("spawn failed");
  expect(systemReason("text")).toBe("text");
});

test("a taken port names the port and what to set", () => {
  const error = listenError(Object.assign(new Error("x"), { code: "EADDRINUSE" }), "127.0.0.1", 3000);
  expect(error.message).toBe(
    "Cannot listen on 127.0.0.1:3000: another program already listens there. Set PORT or HOST.",
  );
});
