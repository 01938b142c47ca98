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

  it.each([
    ["/c/SECRET", "/c/[token]"],
    ["/%63/SECRET", "/c/[token]"],
    ["//c//SECRET/", "//c//[token]/"],
    ["/c/123456SECRET", "/c/[token]"],
    ["/api/shares/SECRET?x=1", "/api/shares/[token]"],
    ["/api/shares/SECRET/media/abc", "/api/shares/[token]/media/abc"],
    ["/api/shares/12", "/api/shares/12"],
    ["/api/folders/3/shares", "/api/folders/3/shares"],
    ["/c/SECRET%", "/c/[token]"],
    ["/cards/7", "/cards/7"],
  ])("logs %s as %s", (url, path) => {
    const text = captureLog((log) => log.info({ req: { method: "GET", url } }));
    expect(JSON.parse(text)).toMatchObject({ req: { path } });
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
