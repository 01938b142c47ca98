import { removeNote } from "#lib/device-caches.ts";

/** The service worker answers images and sounds of an account until it knows that nobody is signed in any more. */
export async function forgetMember(): Promise<void> {
  await removeNote("member");
}
