import type { Preferences } from "@repasa/contract/account.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Change, Changes } from "@repasa/contract/changes.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { TestClient } from "#testing/test-app.ts";

/** The things that a device copies, each under a key such as `card 7`. */
export type Copy = Map<string, object>;

/** A device that copies an account and follows its changes. */
export type Follower = {
  copy: Copy;
  /** The changes of all pages, in their order. */
  received: Change[];
  resets: number;
  /** Reads pages until there are no more. */
  catchUp(limit?: number): Promise<void>;
  /** Reads one page; returns whether there are more. */
  readPage(limit?: number): Promise<boolean>;
};

export function follow(client: TestClient): Follower {
  let cursor = "";
  const follower: Follower = {
    copy: new Map(),
    received: [],
    resets: 0,
    async readPage(limit = 500) {
      const { status, body } = await client.get<Changes>(`/api/changes?after=${cursor}&limit=${limit}`);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      if (body.reset) {
        follower.resets++;
        follower.copy.clear();
      }
      for (const change of body.changes) {
        follower.received.push(change);
        const key = `${change.kind} ${change.id}`;
        if (change.gone) follower.copy.delete(key);
        else follower.copy.set(key, withoutCounts(change.row));
      }
      cursor = body.next;
      return body.more;
    },
    async catchUp(limit) {
      while (await follower.readPage(limit));
    },
  };
  return follower;
}

/** Reads the account by the calls that read its things. */
export async function readCopy(client: TestClient): Promise<Copy> {
  const copy: Copy = new Map();
  const add = (kind: string, rows: { id: number }[]) => {
    for (const row of rows) copy.set(`${kind} ${row.id}`, withoutCounts(row));
  };
  const folders = (await client.get<Folder[]>("/api/folders")).body;
  add("folder", folders);
  for (const { id } of folders) add("card", (await client.get<Card[]>(`/api/folders/${id}/cards`)).body);
  add("exam", (await client.get<Exam[]>("/api/exams")).body);
  copy.set("preferences 0", (await client.get<Preferences>("/api/user/preferences")).body);
  return copy;
}

/** Removes the counts that are derived from other things, which change without a change of the thing. */
function withoutCounts(row: object): object {
  const { cardCount: _, dueCount: _due, dueWaiting: _waiting, ...rest } = row as Folder;
  if (!("folders" in rest)) return rest;
  const { cards: _cards, daysLeft: _days, folders, ...exam } = row as Exam;
  return { ...exam, folders: folders.map(({ cards: _, ...folder }) => folder) };
}
