// A virtual screen reader in the page: it says what gets the focus and what live regions tell.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { virtual } from "@guidepup/virtual-screen-reader";
import { expect, type Page } from "@playwright/test";
import { findRepeated, type Step, writeTranscript } from "./transcript.ts";

type ReaderWindow = Window & { virtual: typeof virtual };

const SOURCE = fileURLToPath(import.meta.resolve("@guidepup/virtual-screen-reader/browser.js"));
const ADDRESS = "/virtual-screen-reader.js";

export type Listener = {
  /**
   * Notes what is said after an action, until it is the given words.
   *
   * @param action How the transcript names the action, as "Espacio".
   */
  hear: (action: string, act: () => Promise<unknown>, last: string) => Promise<void>;
  press: (key: string, last: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Compares all that was said with `e2e/transcripts`, and finds what was said twice. */
  expectTranscript: (name: string) => void;
};

/**
 * Starts the reader on the present page. It hears nothing of the next one that is not opened by the app itself.
 *
 * @param passing What may be over before it is said, and is left out.
 */
export async function listen(page: Page, passing?: RegExp): Promise<Listener> {
  const steps: Step[] = [];
  await page.route(`**${ADDRESS}`, async (route) =>
    route.fulfill({ contentType: "text/javascript", body: await readFile(SOURCE, "utf8") }),
  );
  await page.evaluate(async (address) => {
    const reader = (await import(address)) as { virtual: typeof virtual };
    Object.assign(window, reader);
    await reader.virtual.start({ container: document.body });
    await reader.virtual.clearSpokenPhraseLog();
  }, ADDRESS);

  const hear: Listener["hear"] = async (action, act, last) => {
    await act();
    await expect
      .poll(async () => (await readLog(page)).join("\n"), `"${last}" is said after ${action}`)
      .toContain(last);
    const said = await readLog(page);
    steps.push({ action, said: said.filter((phrase) => !passing?.test(phrase)) });
    await page.evaluate(() => (window as unknown as ReaderWindow).virtual.clearSpokenPhraseLog());
  };
  return {
    hear,
    press: (key, last) => hear(key, () => page.keyboard.press(key), last),
    type: (text) => page.keyboard.type(text),
    expectTranscript: (name) => {
      expect(writeTranscript(steps)).toMatchSnapshot(`${name}.txt`);
      expect(steps.flatMap(findRepeated), "what is said twice in a step").toEqual([]);
    },
  };
}

/** Returns what was said since the last action, with the language of what is not Spanish. */
function readLog(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const phrases = await (window as unknown as ReaderWindow).virtual.spokenPhraseLog();
    const foreign = [...document.querySelectorAll<HTMLElement>("body [lang]")].map(({ lang, textContent }) => ({
      lang,
      text: textContent?.trim() ?? "",
    }));
    // A region that is emptied says nothing, and a screen whose code is loading has the focus without a name.
    // The notice of unsent answers depends on how busy the machine is, and is no part of a journey either.
    const said = phrases.filter((phrase) => !/^(polite: *|main)$|guardadas? (aquí|en este dispositivo)/.test(phrase));
    return said.map((spoken) => {
      const phrase = spoken.replace(/\d{4}-\d{2}-\d{2}/g, "AAAA-MM-DD");
      const found = foreign.find(({ text }) => text !== "" && phrase.includes(text));
      return found ? `${phrase} [${found.lang}]` : phrase;
    });
  });
}
