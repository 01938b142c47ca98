import { removeStoredTexts } from "#features/device/device.texts.ts";
import { applyTheme } from "#lib/theme.ts";

/** Removes the data of a deleted account from this browser. What other accounts have not sent is preserved. */
export async function removeLocalData(userId: number): Promise<void> {
  applyTheme("system");
  await removeStoredTexts({ signedIn: null, left: userId });
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
}
