// All that the page of a link does with JavaScript: no React and no zod.
import { updateScrollers } from "#features/cards/text/text.scrollers.ts";

const FOLLOWED = "/folders/";
/** After the id of a folder: how many files did not fit (`MISSING_MEDIA` in `paths.ts`). */
const MISSING = "?faltan=";
const IMPORTS = "/import?import=";
/** The visitor signs up or in, and then the app follows. A fragment reaches no server. */
const SIGN_UP = "/register#seguir=";

const NO_CONNECTION = "No se pudo conectar con Repasa. Inténtalo de nuevo.";

type Body = { id?: number | string; message?: string; code?: string; missingMedia?: string[] };
type Answer = { status: number; body: Body };

/** Adds the event listeners of a link's page. `go` opens another page. */
export function attachVisitingBehaviour(page: HTMLElement, go: (address: string) => void): void {
  const token = page.dataset.shared as string;
  const call = `/api/shares/${encodeURIComponent(token)}`;
  const outcome = page.querySelector("[data-outcome]") as HTMLElement;
  const say = (text: string) => {
    outcome.textContent = text;
  };
  const report = page.querySelector("[data-report]") as HTMLFormElement;
  const opener = page.querySelector("[data-report-opener]") as HTMLButtonElement;

  onSubmit(page.querySelector("[data-follow]") as HTMLFormElement, say, async () => {
    const { status, body } = await post(`${call}/follow`);
    if (status === 401) go(SIGN_UP + token);
    else if (status === 202) go(IMPORTS + body.id);
    else if (body.id !== undefined)
      go(FOLLOWED + body.id + (body.missingMedia ? MISSING + body.missingMedia.length : ""));
    else say(body.message ?? NO_CONNECTION);
  });
  const scrollers = new ResizeObserver((texts) => {
    for (const { target } of texts) updateScrollers(target as HTMLElement);
  });
  for (const text of page.querySelectorAll(".rich-text")) scrollers.observe(text);
  page.querySelector("[data-share]")?.addEventListener("click", () => void shareAddress(say));
  opener.addEventListener("click", () => {
    report.hidden = !report.hidden;
    opener.setAttribute("aria-expanded", String(!report.hidden));
    if (!report.hidden) report.querySelector("input")?.focus();
  });
  onSubmit(report, say, async () => {
    const { status, body } = await post(`${call}/reports`, Object.fromEntries(new FormData(report)));
    say(body.message ?? NO_CONNECTION);
    if (status !== 201) return;
    report.hidden = true;
    opener.hidden = true;
  });
}

/** Runs `work` for a form, once at a time. */
function onSubmit(form: HTMLFormElement, say: (text: string) => void, work: () => Promise<void>): void {
  const button = form.querySelector("button") as HTMLButtonElement;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    say("");
    await work().catch(() => say(NO_CONNECTION));
    button.disabled = false;
  });
}

async function post(path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  return { status: response.status, body: await response.json().catch(() => ({})) };
}

/** The app's own sharing (`lib/share-link.ts`) would be a file of the app, of which this page loads none. */
async function shareAddress(say: (text: string) => void): Promise<void> {
  const url = location.origin + location.pathname;
  // A visitor who closes the sheet of the system has changed their mind.
  if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
  const copied = navigator.clipboard?.writeText(url) ?? Promise.reject();
  say(await copied.then(() => "Enlace copiado").catch(() => `No se pudo copiar. El enlace es ${url}`));
}
