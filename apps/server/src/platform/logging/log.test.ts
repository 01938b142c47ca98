import { describe, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";

function captureLog(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  work(createLog("trace", { write: (line: string) => void lines.push(line) }));
  return lines.join("");
}

describe("createLog", () => {
  it("logs the path of a request, and nothing that may be a secret", () => {
    const text = captureLog((log) =>
      log.info({ req: { method: "GET", url: "/new-password?token=SECRET", headers: { cookie: "repasa=SECRET" } } }),
    );
    expect(JSON.parse(text)).toMatchObject({ req: { method: "GET", path: "/new-password" } });
    expect(text).not.toContain("SECRET");
  });

  it("logs the kind and place of an error, but not the data of a failed query", () => {
    const cause = Object.assign(new Error("duplicate key\nDetail: (email)=(ana@repasa.example)"), { code: "23505" });
    const error = new Error("Failed query: insert into users\nparams: ana@repasa.example", { cause });
    const text = captureLog((log) => log.error({ err: error }));
    expect(text).toContain("23505");
    expect(text).toContain("log.test.ts");
    expect(text).not.toContain("ana@repasa.example");
  });
});
