import { removeTextsOfLeft } from "#features/device/device.leaving.ts";
import { applyTheme } from "#lib/theme.ts";

/** Removes the data of a deleted account from this browser. What other accounts have not sent is preserved. */
export async function removeLocalData(userId: number): Promise<void> {
  applyTheme("system");
  await removeTextsOfLeft(userId);
  try {
    localStorage.clear();
  } catch {}
}
