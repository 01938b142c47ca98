// How `npm run test:rulers` runs each npm script at its smallest size.
import manifest from "../package.json" with { type: "json" };

/** Where the rulers may write, and a port that is free. */
export type Place = { folder: string; port: number };

export type Ruler = {
  args?: (place: Place) => string[];
  env?: (place: Place) => Record<string, string>;
  /** What a script prints that only ends when it is told to. */
  until?: RegExp;
  /** What it prints at the end. */
  prints?: RegExp;
  /** Where it cannot do what it is for, it says so, and fails. */
  refuses?: true;
};

const port = ({ port }: Place) => ({ PORT: String(port) });

/** By the names in package.json, in an order in which each finds what it needs. They share one folder of data. */
export const rulers: Record<string, Ruler> = {
  migrate: { prints: /migrated: 0000_/ },
  start: { env: port, until: /^Repasa: http/m },
  worker: { until: /^Repasa: working/m },
  "dev:stripe": { env: port, until: /^Repasa: http/m },
  dev: {
    env: (place) => ({ ...port(place), WEB_PORT: String(place.port + 1) }),
    until: /^Repasa, watching: http/m,
  },
  backup: { args: ({ folder }) => ["--to", `${folder}/one.backup`], prints: /read again and found sound/ },
  restore: { args: ({ folder }) => [`${folder}/one.backup`, "--replace"], prints: /restored \d+ tables/ },
  "check:data": { prints: /./ },
  admin: { args: () => ["feedback"] },
  jobs: { prints: /./ },
  "db:distribute": { args: () => ["--yes"], prints: /no extension citus/, refuses: true },
  sbom: { args: ({ folder }) => [`${folder}/sbom.json`], prints: /[1-9]\d* components/ },
  "client-tables": { prints: /wrote [1-9]\d* tables/ },
  mails: { args: ({ folder }) => [`${folder}/mails`], prints: /index\.html/ },
  screenshots: { args: ({ folder }) => [`${folder}/screenshots`] },
  test: { args: () => ["--only", "unit", "packages/catalog"], prints: /[1-9]\d* passed, 0 failed/ },
  "test:properties": {
    args: () => ["packages/catalog"],
    env: () => ({ PROPERTY_RUNS: "1" }),
    prints: /[1-9]\d* passed, 0 failed/,
  },
  "test:security": { args: () => ["write-csv"], prints: /held/ },
  "test:citus": { args: () => ["sql-statements"] },
  "test:all": { args: () => ["proxy"], prints: /1 passed, 0 failed/ },
};

/** Scripts that are not run here, with the reason. */
export const NOT_RUN: Record<string, string> = {
  check: "is the first stage of npm test",
  format: "changes files",
  bench: "is run once for each benchmark",
  "test:rulers": "is this",
  quick: "depends on what has changed",
};

/** Scripts that only choose tests: their tests are listed, and each word of the choice has to find a file. */
export const listedSuites = Object.entries(manifest.scripts)
  .filter(([name]) => name.startsWith("test:") && !(name in rulers) && !(name in NOT_RUN))
  .map(([name, command]) => ({ name, command }));

/**
 * Returns how to list the tests of a suite instead of running them: by Vitest for files, by Playwright for titles. Each word is a part
 * of a file's name that the suite chooses by.
 */
export function listWords(command: string): { program: string; args: string[]; words: string[] }[] {
  return command.split("&&").flatMap((part) => {
    const [program = "", ...args] = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^[A-Z_]+=/.test(word));
    const words = args.filter((word, at) => !word.startsWith("-") && !args[at - 1]?.startsWith("--") && at > 0);
    if (program === "vitest") return [{ program, args: ["list", "--filesOnly", ...args.slice(1)], words }];
    if (program === "playwright") return [{ program, args: [...args, "--list"], words }];
    return [{ program: "playwright", args: ["test", "--list"], words: [] }];
  });
}
