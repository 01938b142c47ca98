import { ACCOUNT_COOKIE, readAccountCookieInWorker } from "#lib/account-cookie.ts";
import { type HomePicture, readFlag } from "#lib/device-flags.ts";
import { matchPattern } from "#lib/path-patterns.ts";
import { chooseUnlocked, readUnlockedFlags } from "#lib/unlocked-copy.ts";
import { readOfflinePage, readShell } from "#worker/build-files.ts";
import { DASHBOARD, HOME, MEMBER_PATTERNS } from "#worker/screen-paths.ts";

/** Where the app draws, and before which a picture lies. */
const ROOT = '<div id="root"></div>';

/** The app, which picture.js loads after the first paint: otherwise it would run before it. */
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/;

const memberPaths = MEMBER_PATTERNS.map(matchPattern);

/** Used if the browser has erased our own page. */
const LAST_RESORT = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Sin conexión · Repasa</title>
<h1>Sin conexión</h1><p>No se pudo conectar con Repasa.</p><p><a href="">Reintentar</a></p></html>`;

/** Returns whether every signed-in student gets the shell at this path. At `/` visitors get the landing page. */
export async function isForMembers(path: string): Promise<boolean> {
  if (path === HOME) return (await readFlag("member").catch(() => null)) !== null;
  return memberPaths.some((pattern) => pattern.test(path));
}

/** Returns the shell for member screens; for other pages what the network has, or our own page without a network. */
export async function answerNavigation(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const shell = (await isForMembers(path)) && (await readShell().catch(() => undefined));
  if (shell) return path === HOME || path === DASHBOARD ? addPicture(shell) : shell;
  const response = await fetch(request).catch(() => undefined);
  if (response && !isFromGateway(response)) return response;
  const page = await readOfflinePage().catch(() => undefined);
  return page ?? response ?? new Response(LAST_RESORT, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** Puts the picture of Home into the shell, if there is one of the account whose copy may be opened here. */
async function addPicture(shell: Response): Promise<Response> {
  const [drawn, flags, cookie] = await Promise.all([
    readFlag("home").catch(() => null),
    readUnlockedFlags(),
    readAccountCookieInWorker(),
  ]);
  const picture = drawn && (JSON.parse(drawn) as HomePicture);
  if (!picture || picture.owner !== chooseUnlocked(flags, cookie)) return shell;
  const page = await shell.text();
  const [tag = "", app = ""] = APP.exec(page) ?? [];
  const script = `<script src="/picture.js" data-app="${app}" data-owner="${picture.owner}" data-named="${flags.named ?? ""}" data-cookie="${ACCOUNT_COOKIE}"></script>`;
  const withPicture = page.replace(tag, "").replace(ROOT, () => picture.html + ROOT + script);
  return new Response(withPicture, { headers: shell.headers });
}

/** Returns whether a proxy answers for a server that it cannot reach. 520 to 530 are those of Cloudflare. */
function isFromGateway({ status }: Response): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}
