import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { writeMails } from "./mails.ts";

const features = path.join(import.meta.dirname, "../apps/server/src/features");

test("every letter of every feature is written in its three formats, and listed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mails-"));
  try {
    const index = await readFile(await writeMails(folder), "utf8");
    await writeMails(folder);
    const files = await readdir(folder);
    const names = files.filter((file) => file.endsWith(".eml")).map((file) => file.slice(0, -4));
    expect(files.toSorted()).toEqual(
      [...names.flatMap((name) => [`${name}.eml`, `${name}.html`, `${name}.txt`]), "index.html"].toSorted(),
    );
    const inFeatures = await readdir(features, { recursive: true });
    const withLetters = inFeatures.filter((file) => file.endsWith(".emails.ts")).map((file) => path.dirname(file));
    expect(new Set(names.map((name) => name.split("-")[0]))).toEqual(new Set(withLetters));
    for (const name of names) {
      expect(index).toContain(`href="${name}.html"`);
      const message = await PostalMime.parse(await readFile(path.join(folder, `${name}.eml`)));
      const text = await readFile(path.join(folder, `${name}.txt`), "utf8");
      expect(message.text?.trim()).toBe(text.trim());
      expect(message.html?.trim()).toBe((await readFile(path.join(folder, `${name}.html`), "utf8")).trim());
      // The preview that inboxes show must be meaningful.
      expect(message.subject?.length, name).toBeLessThanOrEqual(60);
      expect(text, name).not.toMatch(/undefined|null|NaN|\[object/);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
