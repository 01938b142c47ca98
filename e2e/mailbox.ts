// The mails that the server has written into its outbox, as their readers would see them.
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
  // Other journeys have theirs in here too: only what names the address at all is worth parsing.
  const mails = await Promise.all(files.filter((file) => file.includes(address)).map((file) => PostalMime.parse(file)));
  return mails.filter(({ to }) => to?.some((reader) => reader.address === address));
}

/** Waits for the mail with a subject. */
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

/** Opens the link that was mailed after the registration, in the browser of whoever registered. */
export async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  await page.goto(linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email"));
  await expect(page.getByRole("heading", { level: 1, name: "Correo confirmado" })).toBeVisible();
}

/** The link of a mail to one of the app's screens, the same in both of its texts. */
export function linkIn({ text = "", html = "" }: Email, screen: string): string {
  const link = new RegExp(`https?://[^\\s"<>]+${screen}\\?token=[\\w-]+`);
  const found = link.exec(text)?.[0];
  expect(found, text).toBeDefined();
  expect(link.exec(html)?.[0]).toBe(found);
  return found ?? "";
}
