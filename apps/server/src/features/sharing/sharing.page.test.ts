// @module-tag hostile
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get as getByHttp, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import compress from "@fastify/compress";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mapErrors } from "#platform/http/error-mapper.ts";
import { createTestApp, sharedTestApp, type TestApp } from "#testing/test-app.ts";
import { serveSharedPages } from "./sharing.page.ts";

/** Draws the texts of cards after as many milliseconds as the first says, or fails. */
const DRAWING = `export const drawSharedCards = async ({ cards, mediaAddress }) => {
  if (cards[0]?.front === "fail") throw new Error("SECRET");
  await new Promise((resolve) => setTimeout(resolve, Number(cards[0]?.front ?? 0)));
  return "<ol>" + cards.map(({ back }) => back).join() + mediaAddress + "</ol>";
};`;
const PAGE = "<title>%NAME%</title>%APP_URL%|%COUNT%%AUTHOR%|%DESCRIPTION%|%HEADING%|%CARDS%|%MORE%|%TOKEN%|%OTHER%";

const app = await sharedTestApp();
const strict = await createTestApp({ environment: { RATE_LIMIT: "on" }, beside: app });
afterAll(() => strict.close());
const ana = await app.registerConfirmed();

let root: string;
let pages: FastifyInstance;
let strictPages: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "repasa-shared-"));
  await mkdir(path.join(root, ".server"));
  await writeFile(path.join(root, ".server/shared-cards.js"), DRAWING);
  await writeFile(path.join(root, "shared.html"), PAGE);
  await writeFile(path.join(root, "shared-notice.html"), "<h1>%TITLE%</h1>%TEXT%");
  pages = await servePages(app);
  strictPages = await servePages(strict);
  await pages.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await pages.close();
  await strictPages.close();
  await rm(root, { recursive: true });
});

/** The errors that the server has logged. */
const errors: string[] = [];

async function servePages({ ctx }: TestApp): Promise<FastifyInstance> {
  const served = fastify({ logger: { level: "error", stream: { write: (line) => void errors.push(line) } } });
  await served.register(compress, { encodings: ["br"] });
  mapErrors(served, () => false);
  const values = () => ({ APP_URL: "https://repasa.test", SUPPORT_EMAIL: "x@repasa.test" });
  serveSharedPages(served, ctx, { root, values });
  return served;
}

async function shareFolder(fronts: string[], body: object = { name: "Arte" }): Promise<Share> {
  const { body: folder } = await ana.post<Folder>("/api/folders", body);
  for (const front of fronts) await ana.post<Card>(`/api/folders/${folder.id}/cards`, { front, back: "óleo" });
  return (await ana.post<Share>(`/api/folders/${folder.id}/shares`, {})).body;
}

it("is filled in with what was shared, escaped, whatever words it contains", async () => {
  const { token } = await shareFolder(["0"], { name: `<b>"%CARDS%%TOKEN%`, description: "</title>&" });
  const { statusCode, body, headers } = await pages.inject(`/c/${token}`);
  expect(statusCode).toBe(200);
  const name = "&#60;b&#62;&#34;%CARDS%%TOKEN%";
  expect(body).toBe(
    `<title>${name}</title>https://repasa.test|1 carta|&#60;/title&#62;&#38;|Cartas|<ol>óleo/api/shares/${token}/media/</ol>||${token}|%OTHER%`,
  );
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  expect(headers["set-cookie"]).toBeUndefined();
});

it("is sent up to its cards while these are drawn", async () => {
  const { token } = await shareFolder(["1500"]);
  const { port } = pages.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) =>
    getByHttp({ host: "127.0.0.1", port, path: `/c/${token}` }, resolve),
  );
  const parts: string[] = [];
  for await (const part of response.setEncoding("utf8")) parts.push(part as string);
  expect(parts[0]).toMatch(/^<title>Arte<.*\|Cartas\|$/);
  expect(parts.slice(1).join("")).toMatch(/^<ol>óleo/);
});

it("may be left before it has arrived", async () => {
  const { token } = await shareFolder(["1000"]);
  const { port } = pages.server.address() as AddressInfo;
  for (const afterMs of [0, 5, 20, 300]) {
    const request = getByHttp({ host: "127.0.0.1", port, path: `/c/${token}`, headers: { "accept-encoding": "br" } });
    request.on("error", () => {});
    await delay(afterMs);
    request.destroy();
  }
  expect((await pages.inject(`/c/${token}`)).body).toContain("óleo");
  expect(errors).toEqual([]);
});

it("has a sentence in place of cards that cannot be drawn", async () => {
  const { token } = await shareFolder(["fail"]);
  const { statusCode, body } = await pages.inject(`/c/${token}`);
  expect(statusCode).toBe(200);
  expect(body).toContain("<p>Las cartas no se pueden mostrar ahora. Inténtalo de nuevo.</p>");
  expect(body).not.toContain("SECRET");
});

it("is another page with 404 if the link has ended, or never existed", async () => {
  const { token, id } = await shareFolder([]);
  expect((await pages.inject(`/c/${token}`)).body).toContain("Esta carpeta todavía no tiene cartas");
  await ana.delete(`/api/shares/${id}`);
  const unknown = [`/c/${token}`, `/c/${token}/`, "/c/nadie", "/c/no/existe", "/c/", `/c/${"a".repeat(3000)}`];
  const responses = await Promise.all(unknown.map((url) => pages.inject(url)));
  for (const { statusCode, body, headers } of responses) {
    expect([statusCode, headers["x-robots-tag"], headers["referrer-policy"]]).toEqual([404, "noindex", "no-referrer"]);
    expect(body).toBe(
      "<h1>Este enlace no está disponible</h1>Puede que quien lo creó lo haya quitado, o que esté mal copiado.",
    );
  }
});

it("counts wrong tokens with those of the calls", async () => {
  const { token } = await shareFolder([]);
  for (let n = 0; n < 15; n++) {
    expect((await strictPages.inject(`/c/mal${n}`)).statusCode).toBe(404);
    expect((await strict.visitor().get(`/api/shares/mal${n}`)).status).toBe(404);
  }
  for (const url of [`/c/${token}`, "/c/otro"]) {
    const { statusCode, body, headers } = await strictPages.inject(url);
    expect(statusCode).toBe(429);
    expect(body).toBe(
      "<h1>No se puede abrir este enlace ahora</h1>Demasiados intentos. Espera un poco y vuelve a intentarlo.",
    );
    expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
  }
});
