import { screenNames, screens } from "@repasa/contract/screens.ts";
import { readNote } from "#lib/device-notes.ts";
import { matchPattern } from "#lib/path-patterns.ts";
import { readOfflinePage, readShell } from "#worker/build-files.ts";

const memberPaths = screenNames
  .filter((name) => screens[name].access === "member")
  .map((name) => matchPattern(screens[name].pattern));

/** Used if the browser has erased our own page. */
const LAST_RESORT = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Sin conexión · Repasa</title>
<h1>Sin conexión</h1><p>No se pudo conectar con Repasa.</p><p><a href="">Reintentar</a></p></html>`;

/** Returns whether every signed-in student gets the shell at this path. At `/` visitors get the landing page. */
export async function isForMembers(path: string): Promise<boolean> {
  if (path === screens.home.pattern) return (await readNote("member").catch(() => null)) !== null;
  return memberPaths.some((pattern) => pattern.test(path));
}

/** Returns the shell for member screens; for other pages what the network has, or our own page without a network. */
export async function answerNavigation(request: Request): Promise<Response> {
  const shell = (await isForMembers(new URL(request.url).pathname)) && (await readShell().catch(() => undefined));
  if (shell) return shell;
  const response = await fetch(request).catch(() => undefined);
  if (response && !isFromGateway(response)) return response;
  const page = await readOfflinePage().catch(() => undefined);
  return page ?? response ?? new Response(LAST_RESORT, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** Returns whether a proxy answers for a server that it cannot reach. 520 to 530 are those of Cloudflare. */
function isFromGateway({ status }: Response): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}
