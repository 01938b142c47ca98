// Builds and packs the package, installs it into a project of its own without a network, and uses it there.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const PACKAGE = join(ROOT, "packages/scheduler");
const BIN = join(ROOT, "node_modules/.bin");
const PINNED_NODE = join(BIN, "node");

const folder = mkdtempSync(join(tmpdir(), "published-package-"));
const project = join(folder, "project");
const installed = join(project, "node_modules/@repasa/scheduler");

function run(command: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` };
  return execFileSync(command, args, { cwd, env, encoding: "utf8" });
}

const write = (name: string, contents: unknown) =>
  writeFileSync(join(project, name), typeof contents === "string" ? contents : JSON.stringify(contents));

/** Runs the compiler of this repository; returns its errors. */
const compile = (config: string) => spawnSync(join(BIN, "tsc"), ["-p", config], { encoding: "utf8" }).stdout;

const readExample = () => /^```js\n(.+?)^```/ms.exec(readFileSync(join(installed, "README.md"), "utf8"))?.[1] ?? "";

/** Lists the pinned Node, and the one that the machine has if it can run the package. */
function listNodes(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  const ofMachine = folders.map((path) => join(path, "node")).find((path) => existsSync(path));
  const isRecent = ofMachine !== undefined && Number(/^v(\d+)/.exec(run(ofMachine, ["--version"], folder))?.[1]) >= 20;
  return isRecent ? [PINNED_NODE, ofMachine] : [PINNED_NODE];
}

beforeAll(() => {
  const built = join(folder, "built");
  run(PINNED_NODE, [join(PACKAGE, "build.ts"), built], folder);
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", built], folder)) as [{ filename: string }];
  mkdirSync(project);
  write("package.json", { private: true, type: "module" });
  const options = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", join(folder, "cache")];
  run("npm", ["install", ...options, join(folder, filename), join(ROOT, "node_modules/ts-fsrs")], project);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the published package", () => {
  it.each(listNodes())("runs the example of its README on %s", (node) => {
    const example = readExample();
    write("example.js", example);
    const promised = [...example.matchAll(/^console\.log\(.+\); \/\/ (.+)$/gm)].map(([, output]) => output);
    expect(promised).toHaveLength(3);
    expect(run(node, ["example.js"], project).trimEnd().split("\n")).toEqual(promised);
  });

  it("has the names of its entry point, and no other entry", () => {
    const list = 'import * as all from "@repasa/scheduler"; console.log(Object.keys(all).join(" "));';
    expect(run(PINNED_NODE, ["--input-type=module", "-e", list], project).trim().split(" ")).toEqual([
      ...["DEFAULT_SETTINGS", "NEW_CARD", "NEW_LEARNER", "createModel", "createQueuePreviewer", "fold", "forecastExam"],
      ...["forecastIfStopped", "isRefitDue", "predictRecall", "previewIntervals", "rate", "rateChoice", "refit"],
      ...["refold", "rescheduleForExam", "toDayNumber", "toLocalDate"],
    ]);
    const deep = 'import("@repasa/scheduler/schedule.js").catch(({ code }) => console.log(code));';
    expect(run(PINNED_NODE, ["-e", deep], project).trim()).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("has types for a strict project", () => {
    write("example.ts", readExample());
    write(
      "consumer.ts",
      `import { createModel, DEFAULT_SETTINGS, fold, type Learner, type LoggedReview, NEW_LEARNER, rate, refit } from "@repasa/scheduler";
      const log: LoggedReview[] = [{ cardId: 1, grade: 3, day: 20_000 }];
      const settings = { ...DEFAULT_SETTINGS, threeButtons: true, promise: { hard: 1, medium: 3, easy: 7 } };
      const learner: Learner = { ...NEW_LEARNER, settings, model: createModel(refit(log)?.weights ?? NEW_LEARNER.model.weights) };
      for (const card of fold(log, learner).cards.values()) rate(card, { difficulty: "hard" }, 20_003, learner);
      // @ts-expect-error There is no fifth grade.
      rate(fold(log, learner).cards.get(1)!, 5, 20_003, learner);\n`,
    );
    write("tsconfig.json", {
      compilerOptions: {
        module: "nodenext",
        target: "es2022",
        lib: ["es2022", "dom"],
        types: [],
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      },
      files: ["example.ts", "consumer.ts"],
    });
    expect(compile(project)).toBe("");
  });

  it("does not speak of the product", () => {
    const words = /Repasa|Difícil|Medio\b|Fácil|No la record|\bthe (?:server|product|app)\b|queries\.ts/i;
    // A rule that exists in SQL, too, has to name its twin.
    const twin = /^\s*\/\/ The server computes it in SQL too/;
    const found = globSync("*.{js,d.ts,md,json}", { cwd: installed }).flatMap((name) =>
      readFileSync(join(installed, name), "utf8")
        .split("\n")
        .filter((line) => words.test(line.replaceAll("@repasa/scheduler", "")) && !twin.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

it("the build refuses what Node 20 lacks", () => {
  const extended = { extends: join(PACKAGE, "tsconfig.build.json"), files: ["./newer.ts"] };
  write("newer.json", { ...extended, compilerOptions: { noEmit: true, rootDir: "." } });
  const refuse = (code: string) => {
    write("newer.ts", `export const x = ${code};\n`);
    return compile(join(project, "newer.json"));
  };
  expect(refuse("[3, 1].toSorted()")).toBe("");
  for (const code of ["Map.groupBy([1], (one) => one)", "[1].values().map((one) => one)", "Array.fromAsync([1])"]) {
    expect(refuse(code)).toContain("newer.ts(1,");
  }
});
