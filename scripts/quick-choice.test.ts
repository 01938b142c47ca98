import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { apart, chooseApart, listApart } from "./apart.ts";
import { chooseWork, SUITES } from "./quick-choice.ts";

const workspaces = {
  "packages/contract": [],
  "packages/scheduler": [],
  "packages/study-queue": ["packages/scheduler"],
  "apps/server": ["packages/contract", "packages/study-queue"],
  "apps/web": ["packages/contract"],
};
const choose = (...changed: string[]) => chooseWork(changed, workspaces);

describe("what a change is tried with", () => {
  it.each(["apps/server/src/features/store/store.service.ts", "apps/web/src/features/store/store-page.tsx"])(
    "is its feature, on the server and on the web: %s",
    (file) => expect(choose(file)).toMatchObject({ tests: ["/features/store/"], journeys: [], suites: [] }),
  );

  it("is the whole package, and the feature that a part of the contract describes", () => {
    expect(choose("packages/study-queue/src/day.ts").tests).toEqual(["packages/study-queue/"]);
    expect(choose("packages/contract/src/exams.ts").tests).toEqual(["/features/exams/", "packages/contract/"]);
  });

  it("is the folder of a file that belongs to no feature", () => {
    expect(choose("apps/server/src/platform/time/zones.ts").tests).toEqual(["apps/server/src/platform/time/"]);
    expect(choose("apps/web/src/main.tsx").tests).toEqual(["apps/web/src/"]);
  });

  it("is a journey that has changed itself, and the tests of the documents for a text", () => {
    expect(choose("e2e/exams.spec.ts", "e2e/axe.ts")).toMatchObject({ journeys: ["e2e/exams.spec.ts"], tests: [] });
    expect(choose("docs/decisions/024-changes.md")).toMatchObject({ tests: ["tools/structure/"], types: [] });
  });

  it("is a long suite whose subject has changed", () => {
    expect(choose("deploy/nginx.conf").suites).toEqual(["test:proxy"]);
  });
});

describe("tests of a subject", () => {
  const uploads = "apps/server/src/platform/http/uploads.test.ts";

  it("run after a change of it, or of themselves, or of the version of a package", () => {
    expect(chooseApart(["apps/web/src/worker/pages.ts"]).journeys).toContain("e2e/worker.builds.spec.ts");
    for (const changed of ["apps/server/src/features/exports/exports.json.ts", uploads, "package-lock.json"]) {
      expect(chooseApart([changed]).unit, changed).toContain(uploads);
    }
    expect(chooseApart(["apps/web/src/features/store/store-page.tsx", "README.md"])).toEqual({
      unit: [],
      journeys: [],
    });
  });

  it("run in the quick answer, too, beside those of the changed folders", () => {
    expect(choose("apps/server/src/features/exports/exports.json.ts").tests).toEqual([
      "/features/exports/",
      "apps/server/src/features/imports/imports.anki-trip.test.ts",
      "apps/server/src/features/imports/imports.arriving.test.ts",
      "apps/server/src/features/imports/restoring/restoring.quizzes.test.ts",
      "apps/server/src/platform/http/calls-in-flight.test.ts",
      "apps/server/src/platform/http/stalled-readers.test.ts",
      "apps/server/src/platform/http/unfinished-bodies.test.ts",
      uploads,
    ]);
    expect(choose("tools/setup/setup.mjs").tests).toEqual(chooseApart(["tools/setup/setup.mjs"]).unit);
  });
});

describe("a run of Vitest or Playwright", () => {
  it.skipIf(process.env.ALL_TESTS)("leaves out the tests apart that its command line does not name", () => {
    const [main, paywall] = ["apps/server/src/main.test.ts", "e2e/paywall.spec.ts"];
    for (const args of [["run"], ["run", "--project", "server", "--reporter=json"], ["test", "--grep", "paywall"]]) {
      expect(listApart(args), args.join(" ")).toEqual(expect.arrayContaining([main, paywall]));
    }
    expect(listApart(["test", "--retries=0", "paywall"])).not.toContain(paywall);
    expect(listApart(["run", "apps/server/src/main"])).not.toContain(main);
    expect(listApart([`/work/${main}`])).not.toContain(main);
  });
});

describe("the types that are checked", () => {
  it("are those of the changed workspaces, and of all that import them", () => {
    expect(choose("packages/scheduler/src/fit.ts").types).toEqual([
      "apps/server",
      "packages/scheduler",
      "packages/study-queue",
    ]);
    expect(choose("apps/web/src/main.tsx", "bench/home.ts").types).toEqual([".", "apps/web"]);
  });
});

describe("tests that run apart", () => {
  const guide = readFileSync("CONTRIBUTING.md", "utf8");

  it.each(apart)("exist, with their subject, and are in the guide: $tests", ({ tests, subject }) => {
    for (const pattern of tests) expect(globSync(pattern), pattern).not.toEqual([]);
    for (const path of subject) {
      expect(globSync(`${path}*`), path).not.toEqual([]);
      expect(guide).toContain(`\`${path}\``);
    }
  });

  it("and long suites have scripts", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const [name, paths] of Object.entries(SUITES)) {
      expect(Object.keys(scripts)).toContain(name);
      for (const path of paths) {
        expect(existsSync(path), path).toBe(true);
        expect(guide).toContain(`\`${path}\``);
      }
    }
  });
});
