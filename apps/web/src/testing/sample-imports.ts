import type { CardImport, ImportPreview, ImportResult } from "@repasa/contract/imports.ts";

export const IMPORT_ID = "3c9b2a10-5d1f-4b62-8f0a-7f3f5f8a1b2c";

export function samplePreview(changes: Partial<ImportPreview> = {}): ImportPreview {
  return {
    folders: [{ name: "Importadas", cards: 2, existing: false }],
    cards: 2,
    duplicates: 0,
    media: 0,
    reviews: 0,
    unsupported: [],
    samples: [
      { folder: "Importadas", front: "sol", back: "estrella", format: "plain" },
      { folder: "Importadas", front: "luna", back: "satélite", format: "plain" },
    ],
    limits: null,
    ...changes,
  };
}

export function sampleTable(): NonNullable<ImportPreview["table"]> {
  return {
    separator: "\t",
    header: false,
    columns: { front: 0, back: 1 },
    rows: [
      ["sol", "estrella; enana"],
      ["luna", "satélite; natural"],
    ],
  };
}

export function sampleResult(changes: Partial<ImportResult> = {}): ImportResult {
  return { folders: 0, cards: 0, updated: 0, skipped: 0, reviews: 0, media: 0, kept: 0, ...changes };
}

export function sampleImport(changes: Partial<CardImport> = {}): CardImport {
  return {
    id: IMPORT_ID,
    status: "ready",
    format: "table",
    fileName: null,
    createdAt: "2026-01-10T12:00:00.000Z",
    progress: { done: 0, total: 0 },
    preview: samplePreview(),
    result: null,
    error: null,
    ...changes,
  };
}

type Upload = { method: string; url: string; body: FormData };
type FakeResponse = { status: number; body: unknown };

/** Replaces `XMLHttpRequest`. An upload completes when `answer` returns or its promise settles. */
export function fakeUploads(answer: (upload: Upload) => FakeResponse | Promise<FakeResponse>) {
  const uploads: Upload[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    statusText = "";
    responseText = "";
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private call = { method: "", url: "" };

    open(method: string, url: string) {
      this.call = { method, url };
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    abort() {
      this.onabort?.();
    }
    async send(body: FormData) {
      const sent = { ...this.call, body };
      uploads.push(sent);
      this.upload.onprogress?.({ loaded: 5, total: 10 });
      try {
        const { status, body: text } = await answer(sent);
        this.status = status;
        this.responseText = JSON.stringify(text);
        this.onload?.();
      } catch {
        this.onerror?.();
      }
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  return uploads;
}
