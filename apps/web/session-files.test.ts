import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { addSessionFiles } from "./session-files.ts";

const chunks = ["study-page", "home", "offline", "app"].map((name) => ({ name, fileName: `assets/${name}-1a2b.js` }));
const page = readFileSync(path.join(import.meta.dirname, "index.html"), "utf8");

describe("the files of a session", () => {
  it("are named in the app's page, where early.js reads them", () => {
    expect(addSessionFiles(page, chunks)).toContain(
      'src="/early.js" data-session="/assets/app-1a2b.js /assets/study-page-1a2b.js /assets/offline-1a2b.js"',
    );
  });

  it("stop a build without one of them, or without the tag that names them", () => {
    expect(() => addSessionFiles(page, chunks.slice(1))).toThrow("A file of a session is not in the build");
    const renamed = page.replace("/early.js", "/start.js");
    expect(() => addSessionFiles(renamed, chunks)).toThrow('index.html has no src="/early.js"');
  });
});
