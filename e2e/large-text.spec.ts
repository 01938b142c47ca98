import type { Page } from "@playwright/test";
import { expect, settle, test } from "./fixtures.ts";
import { largeTextFindings, setTextSize, textSizes } from "./large-text.ts";
import { tours } from "./screens.ts";

const NORMAL = { width: 1280, height: 800, percent: 100 };

/** For whoever wants to look: a folder for pictures of every screen. */
const pictures = process.env.E2E_PICTURES;

async function expectReadable(page: Page, screen: string) {
  for (const size of textSizes) {
    const name = `${screen}, ${size.width} px, ${size.percent} %`;
    await setTextSize(page, size);
    await settle(page);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
    expect.soft(await largeTextFindings(page), name).toEqual([]);
  }
  await setTextSize(page, NORMAL);
}

for (const [name, tour] of Object.entries(tours)) {
  test(`screens ${name} bear text of twice the size, and narrow phones`, async ({ page, api, watch }) => {
    for await (const screen of tour({ page, api, watch })) {
      await test.step(screen, () => expectReadable(page, screen));
    }
  });
}
