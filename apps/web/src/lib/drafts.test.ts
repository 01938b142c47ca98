import { describe, expect, it, vi } from "vitest";
import { draftKey, dropDraft, dropDraftsOf, findDraft, keepDraft } from "#lib/drafts.ts";

const draft = { fields: { front: "Hola" }, clientId: "a", unsaved: [] };
const key = draftKey(1, "card");

describe("drafts", () => {
  it("are found by user and place until they are dropped", () => {
    keepDraft(key, draft);
    expect(findDraft(key)).toEqual(draft);
    expect(findDraft(draftKey(1, "folder"))).toBeNull();
    expect(findDraft(draftKey(11, "card"))).toBeNull();
    dropDraft(key);
    expect(findDraft(key)).toBeNull();
  });

  it("of one user are dropped without those of another", () => {
    const keys = [key, draftKey(1, "folder"), draftKey(11, "card")];
    for (const each of keys) keepDraft(each, draft);
    sessionStorage.setItem("reloadedBuild", "x");
    dropDraftsOf(1);
    expect(keys.map((each) => findDraft(each) !== null)).toEqual([false, false, true]);
    expect(sessionStorage.getItem("reloadedBuild")).toBe("x");
  });

  it("are none where the browser stores nothing, or something else", () => {
    sessionStorage.setItem(key, "{");
    expect(findDraft(key)).toBeNull();
    vi.stubGlobal("sessionStorage", undefined);
    keepDraft(key, draft);
    dropDraft(key);
    dropDraftsOf(1);
    expect(findDraft(key)).toBeNull();
  });
});
