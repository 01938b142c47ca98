import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs set-up in an unknown mode, so that it changes nothing, under a Node that claims to be `version`. */
function setUp(version: string, mode: string[] = []) {
  const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const args = [`--import=data:text/javascript,${encodeURIComponent(pretend)}`, join(import.meta.dirname, "setup.mjs")];
  const { status, stderr } = spawnSync(process.execPath, [...args, ...mode], { encoding: "utf8" });
  return { status, stderr };
}

test.each(["20.19.0", "20.20.2", "22.0.0", "26.10.0"])("Node %s is new enough", (version) => {
  expect(setUp(version).stderr).toMatch(/^setup: usage: /);
});

test.each(["20.18.3", "18.20.0", "9.99.0"])("Node %s is too old", (version) => {
  const stderr = `setup: Node 20.19 or newer is needed; this is ${version}\n`;
  expect(setUp(version)).toEqual({ status: 1, stderr });
});

test.each([[], [""], ["build"], ["toString"]])("there is no mode %j", (...mode) => {
  const stderr = "setup: usage: node tools/setup/setup.mjs <start|dev|test>\n";
  expect(setUp(process.versions.node, mode)).toEqual({ status: 1, stderr });
});
