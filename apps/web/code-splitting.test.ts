import { describe, expect, it } from "vitest";
import { groupModules } from "./code-splitting.ts";

type Imports = { imports?: string[]; loads?: string[]; code?: string };

const ICONS = "/node_modules/lucide-react/dist/esm/lucide-react.mjs";
const icon = (name: string) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;

const LOGIN = "/web/src/features/auth/login-page.tsx";
const FRAME = "/web/src/shell/app-shell.tsx";
const STUDY = "/web/src/features/study/session/study-page.tsx";
const COPY = "/web/src/features/device/device.copy.ts";
const HOME = "/web/src/features/stats/dashboard-page.tsx";
const screens = ["a", "b", "c", "d"].map((name) => `/web/src/features/${name}/${name}-page.tsx`);

/** An app of which every part but those given imports nothing, and which loads them all. */
function groupsOf(modules: Record<string, Imports>) {
  const toast = "/web/src/ui/toast-message.tsx";
  const visitors = ["/web/src/shell/public-shell.tsx", LOGIN, "/web/src/features/auth/register-page.tsx"];
  const all: Record<string, Imports> = {
    app: { imports: ["/web/src/main.tsx"], loads: [...visitors, FRAME, STUDY, COPY, HOME, toast, ...screens] },
    landing: { imports: ["/web/src/landing.ts"] },
    [ICONS]: {
      imports: [icon("x"), icon("circle-alert")],
      code: `export { default as LucideX, default as X } from './icons/x.mjs';
        export { default as AlertCircle, default as CircleAlert } from './icons/circle-alert.mjs';`,
    },
    ...modules,
  };
  const getModule = (id: string) => {
    const { code = "", imports = [], loads = [] } = all[id] ?? {};
    return { code, importedIds: imports, dynamicallyImportedIds: loads };
  };
  return groupModules(getModule, "app", "landing");
}

/** The group of a module that some parts import. */
const groupOf = (id: string, parts: readonly string[]) =>
  groupsOf(Object.fromEntries(parts.map((part) => [part, { imports: [id] }])))(id);

describe("the groups of modules", () => {
  it.each([
    ["a screen for visitors and another part", [LOGIN, screens[0]], "visitor"],
    ["a screen for visitors and Home", [LOGIN, HOME], "start"],
    ["the frame", [FRAME], "app"],
    ["a session and another screen", [STUDY, screens[0]], "app"],
    ["a session alone", [STUDY], null],
    ["the copy and Home", [COPY, HOME], "offline"],
    ["Home alone", [HOME], "home"],
    ["Home and other screens", [HOME, ...screens], "home"],
    ["four screens", screens, "lists"],
    ["three screens", screens.slice(1), null],
  ])("put together what %s load", (_who, parts, group) => {
    expect(groupOf("/web/src/ui/part.tsx", parts as string[])).toBe(group);
  });

  it("leave the bundler a feature and a package that many screens share", () => {
    expect(groupOf("/web/src/features/cards/text/text.lines.ts", screens)).toBeNull();
    expect(groupOf("/packages/card-text/src/gap-view.ts", screens)).toBeNull();
    expect(groupOf("/packages/contract/src/cards.ts", screens)).toBe("lists");
  });

  it("give the app what the copy shares of a package", () => {
    expect(groupOf("/packages/card-text/src/gaps.ts", [COPY, screens[0] ?? ""])).toBe("app");
    expect(groupOf("/packages/study-queue/src/queue.ts", [COPY])).toBe("offline");
  });

  it("put together what judging takes, apart from what screens that judge nothing ask", () => {
    const later = ["/web/src/features/study/typing.tsx", "/web/src/features/study/choosing.tsx"];
    const share = (id: string) =>
      groupsOf({ [STUDY]: { loads: later }, ...Object.fromEntries(later.map((part) => [part, { imports: [id] }])) })(
        id,
      );
    expect(share("/packages/answers/src/judge.ts")).toBe("judging");
    expect(share("/packages/answers/src/lists.ts")).toBeNull();
  });

  it("begin with what the app imports itself, and keep the landing page apart", () => {
    const group = groupsOf({
      "/web/src/main.tsx": { imports: ["/web/src/router.tsx"] },
      "/web/src/landing.ts": { imports: ["/web/src/landing.behaviour.ts"] },
      [FRAME]: { imports: ["/web/src/router.tsx", "/web/src/landing.behaviour.ts"] },
    });
    expect(group("/web/src/router.tsx")).toBe("start");
    expect(group("/web/src/landing.behaviour.ts")).toBeNull();
  });

  it("count a part that another part loads later, but not as a screen", () => {
    const shared = "/web/src/ui/part.tsx";
    const later = "/web/src/features/study/late.ts";
    const ofSession = { [STUDY]: { imports: [shared], loads: [later] }, [later]: { imports: [shared] } };
    expect(groupsOf(ofSession)(shared)).toBe("app");
    const dialogs = screens.map((screen) => `${screen} dialog`);
    const loading = screens.map((screen, at) => [screen, { loads: [dialogs[at] ?? ""] }]);
    const ofDialogs = dialogs.map((dialog) => [dialog, { imports: [shared] }]);
    expect(groupsOf(Object.fromEntries([...loading, ...ofDialogs]))(shared)).toBeNull();
  });

  it("tell icons apart, although their index imports them all", () => {
    const imports = [ICONS];
    const group = groupsOf({
      "/web/src/main.tsx": { imports, code: `import { LoaderCircle } from "lucide-react";` },
      [FRAME]: { imports, code: `import { X as Close, type LucideIcon } from "lucide-react";` },
      [HOME]: { imports, code: `import { CircleAlert } from "lucide-react";` },
    });
    expect(group(icon("x"))).toBe("app");
    expect(group(icon("circle-alert"))).toBe("home");
  });

  it("need every part that has a place of its own", () => {
    const getModule = (id: string) => ({
      code: "",
      importedIds: [],
      dynamicallyImportedIds: id === "app" ? [LOGIN] : [],
    });
    expect(() => groupModules(getModule, "app", "landing")).toThrow("No part of the app is the visitorFrame");
  });

  it("never need a group that loads later", () => {
    const [first = ""] = screens;
    const group = groupsOf({
      [LOGIN]: { imports: ["/web/src/ui/field.tsx"] },
      [first]: { imports: ["/web/src/ui/field.tsx"] },
      "/web/src/ui/field.tsx": { imports: ["/web/src/ui/error.tsx"] },
      [HOME]: { imports: ["/web/src/ui/error.tsx"] },
    });
    expect([group("/web/src/ui/field.tsx"), group("/web/src/ui/error.tsx")]).toEqual(["visitor", "start"]);
  });
});
