import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { root } from "./child-processes.ts";
import { listedSuites, listWords, NOT_RUN, rulers } from "./rulers.ts";

const scripts = Object.entries<string>(manifest.scripts);
const listed = [...Object.keys(rulers), ...Object.keys(NOT_RUN), ...listedSuites.map(({ name }) => name)];

it("runs every script of package.json once", () => {
  const isSetup = (name: string) => scripts.some(([other]) => name === `pre${other}`);
  const names = scripts.map(([name]) => name).filter((name) => !isSetup(name));
  expect(listed.toSorted()).toEqual(names.toSorted());
});

it("runs every program in scripts/, which package.json names", () => {
  const commands = scripts.map(([, command]) => command).join("\n");
  const programs = globSync("scripts/*.ts", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").startsWith("// `n"),
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((file) => !commands.includes(`node ${file}`))).toEqual([]);
});

it("finds the words by which a suite chooses its files", () => {
  expect(
    listWords(
      "FAULTS=1 vitest run --project server --project tools backup.drill main.test && A=1 playwright test killed",
    ),
  ).toEqual([
    {
      program: "vitest",
      args: ["list", "--filesOnly", "--project", "server", "--project", "tools", "backup.drill", "main.test"],
      words: ["backup.drill", "main.test"],
    },
    { program: "playwright", args: ["test", "killed", "--list"], words: ["killed"] },
  ]);
});

it("finds the tag in every test file that is called hostile", () => {
  const files = globSync("{apps,packages}/*/src/**/*hostile*.test.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(5);
  expect(
    files.filter((file) => !readFileSync(join(root, file), "utf8").startsWith("// @module-tag hostile\n")),
  ).toEqual([]);
});
