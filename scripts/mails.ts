// `npm run mails [folder]` writes every letter with sample data as .html, .txt and .eml files.
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { composeLetter, type Letter } from "../apps/server/src/platform/mail/letter.ts";
import type { Mail } from "../apps/server/src/platform/mail/mail.ts";
import { openMailFolder } from "../apps/server/src/platform/mail/mail-folder.ts";
import { sampleLetters } from "./sample-letters.ts";

const APP_URL = "http://localhost:3000";
const SUPPORT = "soporte@repasa.example";
const FROM = "Repasa <no-reply@repasa.example>";

function composeSample(name: string, letter: Letter): Mail {
  return composeLetter(letter, { messageId: `<${name}@repasa.example>`, appUrl: APP_URL, supportEmail: SUPPORT });
}

async function writeEml(folder: string, name: string, mail: Mail): Promise<void> {
  const drafts = await mkdtemp(path.join(folder, ".draft-"));
  let written = "";
  await openMailFolder(drafts, FROM, (file) => {
    written = file;
  })(mail);
  await rename(written, path.join(folder, `${name}.eml`));
  await rm(drafts, { recursive: true });
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

function renderIndex(mails: ReadonlyMap<string, Mail>): string {
  const rows = [...mails].map(
    ([name, { subject }]) =>
      `<li><a href="${name}.html">${escapeHtml(subject)}</a> <small>${name} · <a href="${name}.txt">texto</a> · <a href="${name}.eml">mensaje</a></small></li>`,
  );
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Correos de Repasa</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}li{margin:.6rem 0}small{display:block}</style>
<h1>Correos de Repasa</h1>
<ul>
${rows.join("\n")}
</ul>
</html>
`;
}

/** Writes all letters to `folder`, overwriting files of an earlier run. Returns the path of the index. */
export async function writeMails(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const letters = [...sampleLetters(APP_URL, SUPPORT)];
  const mails = new Map(letters.map(([name, letter]) => [name, composeSample(name, letter)]));
  for (const [name, mail] of mails) {
    await writeFile(path.join(folder, `${name}.html`), mail.html);
    await writeFile(path.join(folder, `${name}.txt`), mail.text);
    await writeEml(folder, name, mail);
  }
  const index = path.join(folder, "index.html");
  await writeFile(index, renderIndex(mails));
  return index;
}

if (import.meta.main) {
  const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "../.data/mails"));
  const index = await writeMails(folder);
  console.log(`${folder}\n${pathToFileURL(index)}`);
}
