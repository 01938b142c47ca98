import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { type Source, startUpload, uploadStore } from "#features/imports/imports.upload.ts";
import { paths } from "#paths.ts";

export function useUpload() {
  const queryClient = useQueryClient();
  const state = useSyncExternalStore(uploadStore.subscribe, uploadStore.snapshot);
  return { state, start: (source: Source) => void startUpload(queryClient, source) };
}

/** Clears the failure of an upload when an import is opened and when the import page is left. */
export function useClearFailure(opened: boolean): void {
  useEffect(() => {
    if (opened) uploadStore.clearFailure();
    return () => {
      if (window.location.pathname !== paths.import()) uploadStore.clearFailure();
    };
  }, [opened]);
}

const TEXT_ENTRY = "input, textarea, [contenteditable]";

/** Handles files and text dropped or pasted anywhere on the page. Returns whether a file is dragged over it. */
export function usePageDrop(onSource: (source: Source) => void): boolean {
  const [hovered, setHovered] = useState(false);
  const take = useEffectEvent((data: DataTransfer | null): boolean => {
    const source = data && readSource(data);
    if (source) onSource(source);
    return source !== null && source !== undefined;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setHovered(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovered(false);
    };
    const drop = (event: DragEvent) => {
      setHovered(false);
      if (isForField(event)) return;
      event.preventDefault();
      take(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      if (!isForField(event) && take(event.clipboardData)) event.preventDefault();
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);
  return hovered;
}

/** Returns whether a drop or paste is for a field: text in a field is, a file never is. */
function isForField(event: DragEvent | ClipboardEvent): boolean {
  const data = "clipboardData" in event ? event.clipboardData : event.dataTransfer;
  const element = event.target instanceof Element ? event.target : null;
  return element?.closest(TEXT_ENTRY) !== null && element !== null && data?.files.length === 0;
}

/** Prefers text, because spreadsheets add a picture of the copied cells to their text. */
function readSource(data: DataTransfer): Source | null {
  const text = data.getData("text/plain");
  if (text.trim() !== "") return { text };
  const file = data.files[0];
  return file ? { file } : null;
}
