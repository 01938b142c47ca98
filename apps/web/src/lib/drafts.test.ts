import { describe, expect, it, vi } from "vitest";
import { draftKey, dropDraft, findDraft, keepDraft } from "#lib/drafts.ts";

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

  it("are none where the browser stores nothing, or something else", () => {
    sessionStorage.setItem(key, "{");
    expect(findDraft(key)).toBeNull();
    vi.stubGlobal("sessionStorage", undefined);
    keepDraft(key, draft);
    dropDraft(key);
    expect(findDraft(key)).toBeNull();
  });
});
