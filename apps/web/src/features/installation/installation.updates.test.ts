import { MutationObserver as ChangeObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { followUpdates } from "#features/installation/installation.updates.ts";
import { writeFlag } from "#lib/device-flags.ts";
import { storeDraft } from "#lib/drafts.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

class FakeWorker extends EventTarget {
  state = "installing";
  postMessage = vi.fn();
}
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  update = vi.fn(async () => {});
}

/** A page of the build "one", which follows the updates of a registration. */
function openPage(registration = new FakeRegistration()) {
  const queryClient = new QueryClient();
  const reload = vi.fn();
  const page = new AbortController();
  followUpdates(queryClient, registration as unknown as ServiceWorkerRegistration, { reload, signal: page.signal });
  onTestFinished(() => page.abort());
  return { queryClient, registration, reload };
}

async function install(registration: FakeRegistration, build: string, known?: FakeWorker) {
  const worker = known ?? new FakeWorker();
  if (!known) {
    registration.installing = worker;
    registration.dispatchEvent(new Event("updatefound"));
  }
  await writeFlag("builds", JSON.stringify([`repasa-build-${build}`, "repasa-build-one"]));
  worker.state = "installed";
  worker.dispatchEvent(new Event("statechange"));
  await pause();
}

function show(html: string) {
  document.body.innerHTML = html;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function goTo(path: string) {
  window.history.pushState(null, "", path);
  window.dispatchEvent(new Event("pushState"));
  await pause();
}

beforeEach(() => {
  vi.stubGlobal("caches", fakeCaches());
  document.head.innerHTML = '<meta name="build" content="one" />';
  document.body.innerHTML = "";
});

it("loads the next screen anew once another build is complete, and never again for the same build", async () => {
  const { registration, reload } = openPage();
  await goTo("/folders");
  expect(reload).not.toHaveBeenCalled();
  await install(registration, "two");
  expect(reload).not.toHaveBeenCalled();
  await goTo("/folders?q=x");
  expect(reload).not.toHaveBeenCalled();
  for (const path of ["/settings", "/folders", "/search"]) await goTo(path);
  expect(reload).toHaveBeenCalledOnce();
});

it.each(["installing", "waiting"] as const)(
  "notices a build that was %s before the page could follow it",
  async (state) => {
    const registration = new FakeRegistration();
    const worker = new FakeWorker();
    registration[state] = worker;
    if (state === "waiting") await writeFlag("builds", '["repasa-build-two"]');
    const { reload } = openPage(registration);
    await install(registration, "two", worker);
    await goTo("/folders");
    expect(reload).toHaveBeenCalledOnce();
  },
);

it("does nothing when the build that has become complete is its own", async () => {
  const { registration, reload } = openPage();
  await install(registration, "one");
  await goTo("/folders");
  expect(reload).not.toHaveBeenCalled();
});

it.each<[string, (page: ReturnType<typeof openPage>) => void]>([
  ["a dialog is open", () => show('<div role="dialog"></div>')],
  ["a question is open", () => show('<div role="alertdialog"></div>')],
  ["a draft is stored", () => storeDraft("draft:7:newFolder", { fields: {}, clientId: "x", unsaved: [] })],
  [
    "something asks before the page is closed",
    () => window.addEventListener("beforeunload", (event) => event.preventDefault(), { once: true }),
  ],
  [
    "a change is being sent",
    ({ queryClient }) => {
      const change = new ChangeObserver(queryClient, { mutationFn: () => new Promise(() => {}) });
      void change.mutate();
    },
  ],
])("waits for a later screen while %s", async (_title, begin) => {
  const page = openPage();
  await install(page.registration, "two");
  begin(page);
  await goTo("/folders");
  expect(page.reload).not.toHaveBeenCalled();
  document.body.innerHTML = "";
  sessionStorage.clear();
  page.queryClient.getMutationCache().clear();
  await goTo("/settings");
  expect(page.reload).toHaveBeenCalledOnce();
});

it("does not interrupt a study session that has just been left", async () => {
  window.history.replaceState(null, "", "/study/3");
  const { registration, reload } = openPage();
  await install(registration, "two");
  await goTo("/folders");
  expect(reload).not.toHaveBeenCalled();
  await goTo("/settings");
  expect(reload).toHaveBeenCalledOnce();
});

it("asks the waiting worker of its own build to take over, and no other", async () => {
  for (const [newest, asked] of [
    ["one", 1],
    ["two", 0],
  ] as const) {
    await writeFlag("builds", JSON.stringify([`repasa-build-${newest}`]));
    const registration = new FakeRegistration();
    registration.waiting = new FakeWorker();
    openPage(registration);
    await pause();
    expect(registration.waiting.postMessage.mock.calls).toEqual(Array(asked).fill([{ type: "take-over" }]));
  }
});

it("asks again at each screen and each time the page is shown, until the worker no longer waits", async () => {
  await writeFlag("builds", '["repasa-build-one"]');
  const registration = new FakeRegistration();
  const worker = new FakeWorker();
  registration.waiting = worker;
  openPage(registration);
  await goTo("/folders");
  expect(worker.postMessage).toHaveBeenCalledTimes(2);
  document.dispatchEvent(new Event("visibilitychange"));
  await pause();
  expect(worker.postMessage).toHaveBeenCalledTimes(3);
  registration.waiting = null;
  await goTo("/settings");
  expect(worker.postMessage).toHaveBeenCalledTimes(3);
});

it("asks no worker any more once a newer build than its own is complete", async () => {
  await writeFlag("builds", '["repasa-build-one"]');
  const registration = new FakeRegistration();
  registration.waiting = new FakeWorker();
  openPage(registration);
  await pause();
  const newer = new FakeWorker();
  registration.waiting = newer;
  await install(registration, "two", newer);
  await goTo("/folders");
  expect(newer.postMessage).not.toHaveBeenCalled();
});

it("looks for a new build at most once an hour, when a screen is opened or the page is shown again", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(0);
  const { registration } = openPage();
  now.mockReturnValue(3_599_000);
  await goTo("/folders");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(registration.update).not.toHaveBeenCalled();
  now.mockReturnValue(3_600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await goTo("/settings");
  expect(registration.update).toHaveBeenCalledOnce();
  now.mockReturnValue(7_200_000);
  await goTo("/folders");
  expect(registration.update).toHaveBeenCalledTimes(2);
});
