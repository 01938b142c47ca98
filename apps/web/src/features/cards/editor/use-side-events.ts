import type { ClipboardEvent, DragEvent, FocusEvent, KeyboardEvent, RefObject } from "react";
import { toolKeys } from "#features/cards/editor/components/markdown-toolbar.tsx";
import type { Tool } from "#features/cards/editor/editor.tools.ts";
import { isMac } from "#lib/shortcut.ts";

type Area = HTMLTextAreaElement;

type SideEventsOptions = {
  /** The field that had the focus last. */
  area: RefObject<Area | null>;
  onTool: (tool: Tool) => void;
  onFiles: (files: Iterable<File>) => void;
};

/** Returns the event handlers of a card's text fields for the tools' keys and for pasted and dropped files. */
export function useSideEvents({ area, onTool, onFiles }: SideEventsOptions) {
  return {
    ref: (element: Area | null) => {
      if (element?.name === "front") area.current ??= element;
    },
    onFocus: ({ currentTarget }: FocusEvent<Area>) => {
      area.current = currentTarget;
    },
    onKeyDown: (event: KeyboardEvent<Area>) => {
      const tool = findTool(event);
      if (!tool) return;
      event.preventDefault();
      onTool(tool);
    },
    onPaste: (event: ClipboardEvent<Area>) => {
      const { files } = event.clipboardData;
      // Cells copied from a spreadsheet are text with a picture of the cells; the text is pasted.
      if (files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
      event.preventDefault();
      onFiles([...files]);
    },
    onDragOver: (event: DragEvent<Area>) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop: (event: DragEvent<Area>) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      area.current = event.currentTarget;
      onFiles([...event.dataTransfer.files]);
    },
  };
}

function findTool({ code, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): Tool | undefined {
  const held = isMac() ? metaKey && !ctrlKey : ctrlKey || metaKey;
  if (!held || altKey || repeat) return undefined;
  return (Object.keys(toolKeys) as Tool[]).find(
    (tool) => toolKeys[tool].code === code && toolKeys[tool].shift === shiftKey,
  );
}
