// Reads the letters in the server's outbox as their recipients would see them.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { expect } from "./fixtures.ts";
import type { Person } from "./seed.ts";

const outbox = join(process.env.E2E_DATA_DIR ?? "", "outbox");

async function mailsTo(address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const files = await Promise.all(names.map((name) => readFile(join(outbox, name))));
  // The outbox is shared with other journeys: only letters that contain the address are parsed.
  const mails = await Promise.all(files.filter((file) => file.includes(address)).map((file) => PostalMime.parse(file)));
  return mails.filter(({ to }) => to?.some((reader) => reader.address === address));
}

/** Waits for the letter with a subject. */
export async function mailTo(address: string, subject: string): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(async () => {
      found = (await mailsTo(address)).find((mail) => mail.subject === subject);
      return found?.subject;
    })
    .toBe(subject);
  return found as Email;
}

/** Opens the confirmation link in the browser in which the account was registered. */
export async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  await page.goto(linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email"));
  await expect(page.getByRole("heading", { level: 1, name: "Correo confirmado" })).toBeVisible();
}

/** Returns a letter's link to one of the app's screens, which is the same in its text and its HTML. */
export function linkIn({ text = "", html = "" }: Email, screen: string): string {
  const link = new RegExp(`https?://[^\\s"<>]+${screen}#token=[\\w-]+`);
  const found = link.exec(text)?.[0];
  expect(found, text).toBeDefined();
  expect(link.exec(html)?.[0]).toBe(found);
  return found ?? "";
}
