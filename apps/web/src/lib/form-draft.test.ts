import { expect, it } from "vitest";
import { readDraft, storeDraft } from "#lib/drafts.ts";
import { FormDraft } from "#lib/form-draft.ts";

const KEY = "draft:1:test";
const initial = { front: "", tags: [] as readonly string[], reverse: false };

const open = () => {
  const draft = new FormDraft({ initial, carriedOver: [], key: KEY });
  draft.show();
  return draft;
};

it("restores the texts of a draft whose other fields an earlier version of the app stored otherwise", () => {
  storeDraft(KEY, { fields: { front: "Hola", tags: "uno\ndos", reverse: "" }, clientId: "a", unsaved: [] });
  expect(open().getState()).toEqual({ fields: { ...initial, front: "Hola" }, savedCount: 0, notice: "restored" });
});

it("restores an empty form without a notice from the draft of nothing", () => {
  expect(open().getState()).toEqual({ fields: initial, savedCount: 0, notice: null });
});

it("stores nothing after it was discarded, not even when a submission ends", async () => {
  const draft = open();
  draft.change({ front: "Uno" });
  const save = Promise.withResolvers<void>();
  draft.saveInBackground(
    () => save.promise,
    () => {},
  );
  draft.change({ front: "Dos" });
  expect(readDraft(KEY)).toMatchObject({ fields: { front: "Dos" }, unsaved: [{ fields: { front: "Uno" } }] });
  draft.discard();
  save.resolve();
  await draft.settled();
  await Promise.resolve();
  expect(readDraft(KEY)).toBeNull();
});
