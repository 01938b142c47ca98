// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { draftKey, readDraft, removeDraft, storeDraft } from "#lib/drafts.ts";

const draft = { fields: { front: "Hola" }, clientId: "a", unsaved: [] };
const key = draftKey(1, "card");

describe("drafts", () => {
  it("are found by user and place until they are removed", () => {
    storeDraft(key, draft);
    expect(readDraft(key)).toEqual(draft);
    expect(readDraft(draftKey(1, "folder"))).toBeNull();
    expect(readDraft(draftKey(11, "card"))).toBeNull();
    removeDraft(key);
    expect(readDraft(key)).toBeNull();
  });

  it("are null if the browser stores nothing or invalid data", () => {
    sessionStorage.setItem(key, "{");
    expect(readDraft(key)).toBeNull();
    vi.stubGlobal("sessionStorage", undefined);
    storeDraft(key, draft);
    removeDraft(key);
    expect(readDraft(key)).toBeNull();
  });
});
